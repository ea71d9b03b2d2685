// What a certificate claims, and the arena that follows from it.
#pragma once
#include <fstream>
#include <sstream>

#include "game.hpp"

inline const std::map<std::string, std::set<std::string>>& axes() {
    static const std::set<std::string> threats = {"0", "1", "2", "3", "4", "unlimited"};
    static const std::map<std::string, std::set<std::string>> all = {
        {"suicide", {"forbidden", "allowed"}},
        {"ko", {"basic", "pass before each retake", "pass once for each ko", "one pass for all kos", "one pass for both sides",
                "pass before each capture", "none"}},
        {"owner_threats", threats},
        {"attacker_threats", threats},
        {"first_move", {"owner", "attacker"}},
        {"end", {"never", "two passes"}},
        {"dead_means", {"finally owned", "captured once", "no new stone on its points", "no new stone inside", "no new stone nearby",
                        "no new stone anywhere"}},
        {"cycle", {"prisoners then ownership", "prisoners then aim", "aim", "prisoners", "alive", "draw"}},
        {"walls", {"assumed", "unconditional", "independent", "board"}},
        {"territory", {"enclosed by living stones"}},
        {"ko_points", {"excluded", "counted"}},
        {"seki", {"no concept", "has dame", "has dame or atari", "capturable"}},
        {"score", {"territory and prisoners", "area"}},
        {"handicap", {"none", "a point for each stone", "a point for each stone but the first"}},
    };
    return all;
}

// The rulesets of the package, for names only: the values that an id stood for, now and in earlier versions.
class Encodings {
    using Values = std::map<std::string, std::string>;
    std::map<std::string, std::vector<Values>> known;

public:
    explicit Encodings(const std::vector<std::string>& files) {
        struct File { Values values; std::string base; std::vector<Values> was; };
        std::map<std::string, File> read;
        for (auto& path : files) {
            std::ifstream in(path);
            if (!in) throw std::invalid_argument("cannot read " + path);
            File file;
            std::string line, id, section;
            auto quoted = [](const std::string& s, size_t from) {
                size_t a = s.find('"', from), b = s.find('"', a + 1);
                return a == std::string::npos || b == std::string::npos ? std::string() : s.substr(a + 1, b - a - 1);
            };
            while (std::getline(in, line)) {
                if (line.rfind("[axes.", 0) == 0) section = line.substr(6, line.find(']') - 6);
                else if (line.rfind("[[history", 0) == 0) { section.clear(); file.was.emplace_back(); }
                else if (line.rfind("[", 0) == 0) section.clear();
                else if (line.rfind("id = ", 0) == 0) id = quoted(line, 4);
                else if (line.rfind("base = ", 0) == 0) file.base = quoted(line, 6);
                else if (line.rfind("value = ", 0) == 0 && !section.empty()) file.values[section] = quoted(line, 7);
                else if (line.rfind("was = ", 0) == 0 && !file.was.empty())
                    for (size_t at = line.find("\"axes."); at != std::string::npos; at = line.find("\"axes.", at + 1)) {
                        std::string name = quoted(line, at).substr(5);
                        file.was.back()[name] = quoted(line, line.find('=', at));
                    }
            }
            if (!id.empty()) read[id] = file;
        }
        for (auto& [id, file] : read) {
            Values values = file.values;
            if (!file.base.empty()) values.insert(read[file.base].values.begin(), read[file.base].values.end());
            if (values.empty()) continue;
            for (auto [name, value] : Values{{"owner_threats", "0"}, {"attacker_threats", "0"}, {"handicap", "none"}}) values.emplace(name, value);
            known[id].push_back(values);
            for (auto was = file.was.rbegin(); was != file.was.rend(); ++was) {
                for (auto& [name, value] : *was) values[name] = value;
                known[id].push_back(values);
            }
        }
    }
    // An id may end in brackets with values.
    void compare(const std::string& id, const Values& values) const {
        std::string name = id;
        Values said;
        while (!name.empty() && name.back() == ']') {
            size_t from = name.rfind('[');
            require(from != std::string::npos, "id: brackets");
            std::string inner = name.substr(from + 1, name.size() - from - 2);
            name.erase(from);
            Values these;
            for (size_t at = 0; at <= inner.size();) {
                size_t end = std::min(inner.find(", ", at), inner.size());
                std::string item = inner.substr(at, end - at);
                size_t equal = item.find('=');
                require(equal != std::string::npos && axes().count(item.substr(0, equal)), "id: brackets without axis=value");
                these[item.substr(0, equal)] = item.substr(equal + 1);
                at = end + 2;
            }
            said.insert(these.begin(), these.end());  // what stands later was put in before
        }
        for (auto& [axis, value] : said) require(values.at(axis) == value, "id: the brackets say another value of " + axis);
        auto found = known.find(name);
        if (found == known.end()) return;
        for (auto& version : found->second) {
            bool same = true;
            for (auto& [axis, value] : values) same = same && (said.count(axis) || version.at(axis) == value);
            if (same) return;
        }
        refuse("ruleset " + id + " has other values than the ruleset of that name");
    }
};

struct Claim {
    Board board;
    std::vector<Set> units;  // one, or several together
    bool several = false;
    Set unit, named_walls;
    std::string verdict, id, text;
    Rules rules;
    int owner = 0;

    int vertex(const std::string& s, const char* what) const {
        require(s.size() >= 2 && s.size() <= 3 && s[0] >= 'A' && s[0] <= 'Z' && s[0] != 'I', std::string(what) + ": no vertex");
        int column = s[0] - 'A' - (s[0] > 'I');
        long long row = number(s.substr(1), what);
        require(row >= 1 && row <= board.rows && column < board.columns, std::string(what) + ": off the board");
        return int(board.rows - row) * board.columns + column;
    }
    Set chain(int point) const {
        for (int c : {0, 1})
            if (board.stones[c].has(point)) return board.connected(Set::of(point), board.stones[c]);
        refuse("no stone on a vertex that is named");
    }
    int colour(const Set& chain) const { return chain.meets(board.stones[WHITE]); }

    // A combination of values without a written game.
    void refuse_without_game() const {
        require(rules.is("suicide", "forbidden"), "no hypothetical play with suicide");
        bool aim = rules.is("cycle", "aim") || rules.is("cycle", "prisoners then aim");
        require(aim == rules.new_stones(), "cycle rule and aim do not go together");
        if (rules.remembers()) require(!rules.two_passes() && !rules.is("cycle", "draw"), "no game: passes that end play, or draws, in a game that remembers");
        if (rules.remembers() || rules.is("ko", "none"))
            require(rules.is("owner_threats", "0") && rules.is("attacker_threats", "0"), "no game: threats without the basic ko rule");
        if (!rules.two_passes()) {
            require(!rules.is("cycle", "draw"), "no game: draws where passes never end play");
            bool decided = !rules.finally_owned() || rules.is("cycle", "prisoners then ownership");
            require(decided, "no game: ownership that no cycle and no end decides");
        }
        if (rules.is("walls", "independent")) require(!rules.remembers() && !rules.is("cycle", "draw"), "no walls by proof in this game");
    }

    void read(const Json& json, const std::string& digest, const Encodings* encodings) {
        require(json.kind == Json::OBJECT, "claim is no object");
        for (auto& [key, value] : json.keys) {
            static const std::set<std::string> known = {"rows", "open_sides", "unit", "together", "verdict", "walls", "ruleset"};
            require(known.count(key), "claim has an unknown key");
        }
        auto& rows = json.at("rows").list("rows");
        require(rows.size() >= 1 && rows.size() <= 25, "rows: 1 to 25");
        board.rows = int(rows.size());
        board.columns = int(rows[0].string("row").size());
        require(board.columns >= 1 && board.columns <= 25, "columns: 1 to 25");
        board.make_neighbours();
        for (int r = 0; r < board.rows; r++) {
            auto& row = rows[r].string("row");
            require(int(row.size()) == board.columns, "rows of different length");
            for (int c = 0; c < board.columns; c++) {
                require(row[c] == '.' || row[c] == 'X' || row[c] == 'O', "rows: unknown sign");
                if (row[c] != '.') board.stones[row[c] == 'O'] |= Set::of(r * board.columns + c);
            }
        }
        std::set<std::string> sides;
        for (auto& side : json.at("open_sides").list("open_sides")) require(sides.insert(side.string("side")).second, "a side twice");
        for (auto& side : sides) {
            bool* open = side == "top" ? &board.open_top : side == "bottom" ? &board.open_bottom : side == "left" ? &board.open_left
                         : side == "right" ? &board.open_right : nullptr;
            require(open, "unknown side");
            *open = true;
        }
        board.outside = board.connected(board.on_open_sides() & board.empty(), board.empty());
        for (int c : {0, 1})
            for (auto& one : board.parts(board.stones[c]))
                require(board.around(one).meets(board.empty()) || one.meets(board.on_open_sides()), "a chain without liberties");

        auto unit_at = json.find("unit"), together = json.find("together");
        require(!unit_at != !together, "claim: unit or together");
        if (unit_at) units.push_back(chain(vertex(unit_at->string("unit"), "unit")));
        else {
            auto& list = together->list("together");
            require(list.size() >= 2 && list.size() <= 16, "together: 2 to 16 units");
            for (auto& item : list) units.push_back(chain(vertex(item.string("vertex"), "together")));
        }
        several = units.size() > 1;
        owner = colour(units[0]);
        for (auto& one : units) {
            require(colour(one) == owner, "units of two colours");
            require(!one.meets(unit), "a unit twice");
            unit |= one;
        }
        verdict = json.at("verdict").string("verdict");
        require(verdict == "alive" || verdict == "dead" || verdict == "drawn", "unknown verdict");

        auto& ruleset = json.at("ruleset");
        require(ruleset.kind == Json::OBJECT && ruleset.keys.size() == 3, "ruleset: id, values, digest");
        id = ruleset.at("id").string("id");
        require(!id.empty() && id.size() <= 300 && id.front() != ' ' && id.back() != ' ', "id: 1 to 300 characters");
        for (char c : id) require(isalnum((unsigned char)c) || std::string(" .,_=-[]").find(c) != std::string::npos, "id: unknown character");
        auto& values = ruleset.at("values");
        require(values.kind == Json::OBJECT, "values are no object");
        for (auto& [name, value] : values.keys) {
            auto axis = axes().find(name);
            require(axis != axes().end() && axis->second.count(value.string("value")), "ruleset: unknown axis or value");
            rules.axis[name] = value.text;
        }
        require(!values.find("handicap") || rules.axis["handicap"] != "none", "handicap is left out where it is none");
        rules.axis.emplace("handicap", "none");
        require(rules.axis.size() == axes().size(), "ruleset: an axis is missing");
        require(ruleset.at("digest").string("digest") == sha256(canonical(values)), "digest of the ruleset");
        if (encodings) encodings->compare(id, rules.axis);
        refuse_without_game();

        if (auto walls = json.find("walls")) {
            require(rules.is("walls", "independent"), "walls: only with walls = independent");
            auto& list = walls->list("walls");
            require(!list.empty(), "walls: left out if there are none");
            for (auto& item : list) {
                int first = vertex(item.string("vertex"), "walls");
                Set one = chain(first);
                require(one.first() == first, "walls: not the first vertex of a chain");
                require(!one.meets(named_walls), "walls: a chain twice");
                named_walls |= one;
            }
        }
        text = canonical(json);
        require(digest == sha256(text), "digest of the claim");
    }

    Set assumed(int colour) const {
        Set seeds = (board.on_open_sides() | board.around(board.outside)) & board.stones[colour];
        return board.connected(seeds, board.stones[colour]);
    }
    Set unconditional(int colour) const {
        Set area = board.all - board.outside - assumed(0) - assumed(1);
        return unconditionally_alive(board, area, board.stones[colour] & area, board.stones[1 - colour] & area, assumed(colour),
                                     assumed(1 - colour), Set());
    }

    Arena arena() const {
        Arena a;
        a.board = &board;
        a.rules = rules;
        a.owner = owner;
        a.units = units;
        a.unit = unit;
        for (int c : {0, 1}) {
            a.walls[c] = assumed(c);
            if (rules.is("walls", "unconditional") || rules.is("walls", "independent")) a.walls[c] |= unconditional(c);
        }
        require(!named_walls.meets(a.walls[0] | a.walls[1]), "walls: named, but walls without proof");
        for (int c : {0, 1}) a.walls[c] |= named_walls & board.stones[c];
        require(!unit.meets(assumed(owner)), "the unit is assumed alive");
        Set free = board.all - board.outside - a.walls[0] - a.walls[1];
        a.locale = rules.is("walls", "board") ? free : board.connected(unit, free);
        for (int side : {0, 1}) {
            const std::string& threats = rules.get(side == owner ? "owner_threats" : "attacker_threats");
            a.unlimited[side] = threats == "unlimited";
            a.threats_at_first[side] = a.unlimited[side] ? 0 : threats[0] - '0';
        }
        a.counts_taken = several && (rules.captured_once() || rules.new_stones());
        return a;
    }
    bool is_wall(const Arena& a) const { return unit.meets(a.walls[owner]); }
};
