// A second checker of certificates, written from docs/certificates.md and the pages it names. See docs/testing.md.
#include <iostream>
#include <iterator>

#include "refutations.hpp"
#include "stages.hpp"

namespace {

// Proofs of walls; what is left of each is its area, none of which may meet the locale.
void check_keeps(const Claim& claim, const Json& keeps, const Arena& arena) {
    Set proved, whole, areas[2], kept[2];
    for (auto& entry : keeps.list("keeps")) {
        Set stones;
        for (auto& item : entry.at("stones").list("stones")) {
            Set one = claim.chain(claim.vertex(item.string("vertex"), "stones"));
            require(!one.meets(stones | proved), "stones: a chain twice");
            stones |= one;
        }
        require(stones.any(), "an entry of keeps without stones");
        int side = claim.colour(stones);
        require(stones.within(claim.board.stones[side]), "an entry of keeps with two colours");
        PatternGame g{Arena(), side};
        Arena& a = g.a;
        a.board = &claim.board;
        a.rules = claim.rules;
        for (auto& [axis, value] : std::map<std::string, std::string>{{"dead_means", "captured once"}, {"cycle", "alive"}, {"end", "never"},
                                                                      {"ko", "basic"}, {"first_move", "attacker"}})
            a.rules.axis[axis] = value;
        a.owner = side;
        a.unit = stones;
        a.units = {stones};
        a.unlimited[1 - side] = true;
        for (int c : {0, 1}) a.walls[c] = claim.assumed(c);
        a.walls[side] |= claim.unconditional(side) | kept[side];
        require(!stones.meets(a.walls[side]), "stones of an entry are walls without it");
        a.locale = claim.board.connected(stones, claim.board.all - claim.board.outside - a.walls[0] - a.walls[1]);
        g.secluded = true;
        auto& evidence = entry.at("evidence");
        require(evidence.at("family").string("family") == "patterns", "walls are proved by patterns");
        require(read_side(evidence) == side && !evidence.at("draw_wins").boolean("draw_wins"), "walls: side or draw_wins");
        auto holds = evidence.find("holds");
        require(!holds || !holds->boolean("holds"), "holds");
        require(!read_named(evidence, a.rules), "named");
        PatternChecker checker(g);
        checker.check(evidence);
        require(!checker.area.meets(areas[side]), "areas of one colour meet");
        areas[side] |= checker.area;
        whole |= checker.area;
        kept[side] |= stones;
        proved |= stones;
    }
    require(proved == claim.named_walls, "keeps does not prove the walls of the claim");
    require(claim.is_wall(arena) || !whole.meets(arena.locale), "an area meets the locale of the unit");
}

std::string judge(const Json& file, const Encodings* encodings, Claim& claim, bool support = false);

// How far a new stone counts.
Set scope_of(const Claim& claim, const Json& file, const Arena& arena, const Encodings* encodings) {
    const std::string& means = claim.rules.get("dead_means");
    if (!claim.rules.new_stones()) return Set();
    if (means == "no new stone on its points") return claim.unit;
    if (means == "no new stone anywhere") return arena.locale;
    bool death = claim.verdict == "dead";
    Set proved;
    if (auto supports = file.find("supports"))
        for (auto& item : supports->list("supports")) {
            Claim other;
            judge(item, encodings, other, true);
            require(other.board.rows == claim.board.rows && other.board.columns == claim.board.columns &&
                        other.board.stones[0] == claim.board.stones[0] && other.board.stones[1] == claim.board.stones[1] &&
                        other.board.on_open_sides() == claim.board.on_open_sides(), "a support about another position");
            auto values = claim.rules.axis;
            values["dead_means"] = "no new stone on its points";
            require(other.rules.axis == values, "a support about other rules");
            require(!other.several && other.owner == claim.owner && !other.unit.meets(claim.unit), "a support about another unit");
            require(other.verdict == (death ? "alive" : "dead"), "a support with the wrong verdict");
            proved |= other.unit;
        }
    Set own = (arena.board->stones[claim.owner] & arena.locale) - claim.unit;
    Set stops = death ? proved : own - proved;
    if (means == "no new stone inside") stops |= death ? arena.standing : arena.board->stones[arena.attacker()] & arena.locale;
    return arena.board->connected(claim.unit, arena.locale - stops);
}

void check_evidence(const Claim& claim, const Arena& arena, const Json& evidence, int side, bool draw_wins, bool for_dead) {
    auto& family = evidence.at("family").string("family");
    if (family == "strategy") check_states(arena, evidence, side, draw_wins);
    else if (family == "patterns") check_patterns(arena, evidence, side, draw_wins, for_dead);
    else if (family == "places") check_places(claim, arena, evidence, side, draw_wins, for_dead);
    else if (family == "stages") check_stages(arena, evidence, side, draw_wins, for_dead);
    else if (family == "refutation") {
        require(side == arena.attacker(), "a refutation proves nothing for the owner");
        // What is refuted is that the owner wins; draws are his if the attacker does not win by them.
        bool draws = evidence.at("draw_wins").boolean("draw_wins");
        require(draws == !draw_wins || !arena.rules.is("cycle", "draw"), "draw_wins");
        RefutationChecker(arena, !draw_wins).check(evidence);
    } else refuse("unknown family of evidence");
}

// Throws if the certificate is refused; returns a remark.
std::string judge(const Json& file, const Encodings* encodings, Claim& claim, bool support) {
    require(file.kind == Json::OBJECT, "the document is no object");
    require(file.at("format").string("format") == "shikatsu-certificate", "format");
    require(file.at("version").whole("version") == 1, "version");
    require(file.at("about").kind == Json::OBJECT, "about is no object");
    claim.read(file.at("claim"), file.at("claim_digest").string("claim_digest"), encodings);
    Arena arena = claim.arena();
    const std::string& means = claim.rules.get("dead_means");
    auto& evidence = file.at("evidence").list("evidence");

    if (file.find("supports"))
        require(!support && (means == "no new stone nearby" || means == "no new stone inside"), "supports where none are needed");
    if (auto standing = file.find("standing")) {
        require(means == "no new stone inside" && claim.verdict == "dead", "standing: only in proofs of death inside");
        for (auto& item : standing->list("standing")) {
            Set one = claim.chain(claim.vertex(item.string("vertex"), "standing"));
            require(claim.colour(one) == arena.attacker() && one.within(arena.locale), "standing: no chain of the attacker in the locale");
            require(!one.meets(arena.standing), "standing: a chain twice");
            arena.standing |= one;
        }
        for (auto& item : evidence) {
            auto& family = item.at("family").string("family");
            require(family == "patterns" || family == "places", "standing: only with patterns or places");
        }
    }
    if (auto keeps = file.find("keeps")) {
        require(claim.rules.is("walls", "independent"), "keeps: only with walls = independent");
        check_keeps(claim, *keeps, arena);
    } else require(claim.named_walls.none(), "the walls of the claim are not proved");

    if (claim.is_wall(arena)) {
        require(claim.verdict == "alive" && evidence.empty(), "a wall is alive, and needs no evidence");
        return "a wall";
    }
    arena.scope = scope_of(claim, file, arena, encodings);
    int owner = claim.owner, attacker = 1 - owner;
    if (claim.verdict == "drawn") {
        require(claim.rules.is("cycle", "draw"), "drawn units exist only where cycles are drawn");
        require(evidence.size() == 2, "a drawn unit needs two proofs");
        check_evidence(claim, arena, evidence[0], owner, true, false);
        check_evidence(claim, arena, evidence[1], attacker, true, false);
    } else {
        bool dead = claim.verdict == "dead";
        require(evidence.size() == 1, "one proof is needed");
        check_evidence(claim, arena, evidence[0], dead ? attacker : owner, false, dead);
    }
    return "";
}

struct Judgement { int code; std::string text; };

Judgement judged(const std::string& text, const Encodings* encodings, bool claim_too) {
    Claim claim;
    try {
        std::string remark = judge(JsonReader(text).read(), encodings, claim);
        return {0, (claim_too ? claim.text + "\n" : "") + "accepted" + (remark.empty() ? "" : ": " + remark)};
    } catch (const Refused& error) {
        return {1, std::string("refused: ") + error.what()};
    }
}

int usage(const std::string& mistake) {
    std::cerr << "second_checker: " << mistake << "\n"
              << "usage: second_checker [--ruleset FILE.toml]... FILE...\n"
              << "       second_checker [--ruleset FILE.toml]... --batch   (length in bytes, line feed, document; again and again)\n";
    return 2;
}

}  // namespace

int main(int count, char** arguments) {
    std::vector<std::string> files, rulesets;
    bool batch = false;
    for (int i = 1; i < count; i++) {
        std::string argument = arguments[i];
        if (argument == "--batch") batch = true;
        else if (argument == "--ruleset") {
            if (++i == count) return usage("--ruleset needs a file");
            rulesets.push_back(arguments[i]);
        } else if (argument.rfind("--", 0) == 0) return usage("unknown option " + argument);
        else files.push_back(argument);
    }
    if (batch != files.empty()) return usage("name certificates, or --batch");
    std::optional<Encodings> encodings;
    try {
        if (!rulesets.empty()) encodings.emplace(rulesets);
    } catch (const std::invalid_argument& error) {
        return usage(error.what());
    }
    const Encodings* names = encodings ? &*encodings : nullptr;
    if (batch) {
        std::ios::sync_with_stdio(false);
        std::string line;
        while (std::getline(std::cin, line)) {
            if (line.empty() || line.size() > 9 || line.find_first_not_of("0123456789") != std::string::npos) return usage("--batch: no length");
            std::string text(std::stoul(line), '\0');
            if (!std::cin.read(text.data(), std::streamsize(text.size()))) return usage("--batch: a document is cut short");
            std::cout << judged(text, names, false).text << std::endl;
        }
        return 0;
    }
    int code = 0;
    for (auto& path : files) {
        std::ifstream in(path, std::ios::binary);
        if (!in) return usage("cannot read " + path);
        std::string text((std::istreambuf_iterator<char>(in)), {});
        if (files.size() > 1) std::cout << path << "\n";
        auto result = judged(text, names, true);
        std::cout << result.text << std::endl;
        code = std::max(code, result.code);
    }
    return code;
}
