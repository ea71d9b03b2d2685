// Refutations: a formula whose clauses are true if the owner wins, and a proof that it has no model.
#pragma once
#include "states.hpp"

class Propagation {
    // Literals are numbered 2 * variable + (1 if negated). Two literals of each clause are watched.
    std::vector<std::vector<int>> clauses;
    std::vector<std::vector<int>> watchers;
    std::vector<signed char> value;  // by literal
    std::vector<int> trail, units;
    bool contradiction = false;

    bool assign(int literal) {
        if (value[literal]) return value[literal] > 0;
        value[literal] = 1;
        value[literal ^ 1] = -1;
        trail.push_back(literal);
        return true;
    }
    bool propagate() {
        for (size_t done = 0; done < trail.size(); done++) {
            int gone = trail[done] ^ 1;
            auto& list = watchers[gone];
            size_t keep = 0;
            for (size_t i = 0; i < list.size(); i++) {
                auto& clause = clauses[list[i]];
                if (clause[0] == gone) std::swap(clause[0], clause[1]);
                bool moved = false;
                if (value[clause[0]] <= 0)
                    for (size_t j = 2; j < clause.size(); j++)
                        if (value[clause[j]] >= 0) {
                            std::swap(clause[1], clause[j]);
                            watchers[clause[1]].push_back(list[i]);
                            moved = true;
                            break;
                        }
                if (moved) continue;
                int kept = list[i];
                list[keep++] = kept;
                if (!assign(clause[0])) {
                    for (i++; i < list.size(); i++) list[keep++] = list[i];
                    list.resize(keep);
                    return false;
                }
            }
            list.resize(keep);
        }
        return true;
    }

public:
    explicit Propagation(size_t variables) : watchers(2 * variables + 2), value(2 * variables + 2) {}
    static int literal(long long n) { return int(n < 0 ? -2 * n + 1 : 2 * n); }

    void add(std::vector<int> clause) {
        std::sort(clause.begin(), clause.end());
        clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
        if (clause.empty()) contradiction = true;
        else if (clause.size() == 1) units.push_back(clause[0]);
        else {
            for (int i : {0, 1}) watchers[clause[i]].push_back(int(clauses.size()));
            clauses.push_back(clause);
        }
    }
    // Whether assuming all literals of a clause false leads to a contradiction by unit propagation.
    bool follows(const std::vector<int>& clause) {
        if (contradiction) return true;
        bool fine = true;
        for (int unit : units) fine = fine && assign(unit);
        for (int l : clause) fine = fine && assign(l ^ 1);
        fine = fine && propagate();
        for (int l : trail) value[l] = value[l ^ 1] = 0;
        trail.clear();
        return !fine;
    }
};

class RefutationChecker {
    const Arena& a;
    bool draws_are_owners;
    struct Variable { State state; std::string text; bool answer; int move; };
    std::vector<Variable> variables;

    std::optional<Step> step(const State& s, int move) const {
        if (move == -1) return a.passes(s)[0];
        return a.play(s, move);
    }
    bool lost(const State& s) const {
        if (a.settled(s) == a.attacker()) return true;
        if (s.mover != a.attacker()) return false;
        for (auto& one : a.moves(s)) if (one.ends && one.winner == a.attacker()) return true;
        return false;
    }
    bool leads(const State& from, const std::string& to, Step* found = nullptr) const {
        for (auto& one : a.moves(from))
            if (!one.ends && state_text(a, one.state) == to) { if (found) *found = one; return true; }
        return false;
    }
    long long weight(const Step& one) const { return one.lost[a.owner] - one.lost[a.attacker()]; }

    bool cycle(const std::vector<const Variable*>& answers) const {
        long long sum = 0;
        bool bad = false;
        for (size_t i = 0; i < answers.size(); i++) {
            auto& from = *answers[i];
            auto& to = *answers[(i + 1) % answers.size()];
            auto first = step(from.state, from.move);
            Step second;
            if (!first || first->ends || first->state.mover != a.attacker() || !leads(first->state, to.text, &second)) return false;
            sum += weight(*first) + weight(second);
            bad = bad || special(a, from.state, draws_are_owners) || special(a, first->state, draws_are_owners);
        }
        if (!a.rules.prisoners_count()) sum = 0;
        return sum > 0 || (sum == 0 && !bad);
    }

    bool true_clause(const std::vector<long long>& clause) const {
        std::vector<const Variable*> plus, minus;
        for (long long n : clause) (n > 0 ? plus : minus).push_back(&variables[std::abs(n)]);
        if (clause[0] > 0 && clause.size() > 1) return false;  // what is denied stands first
        if (minus.empty()) return plus.size() == 1 && !plus[0]->answer && plus[0]->text == state_text(a, a.start());
        const Variable& v = *minus[0];
        if (plus.empty()) {
            if (!v.answer) return minus.size() == 1 && lost(v.state);
            for (auto one : minus) if (!one->answer) return false;
            if (minus.size() == 1) {
                auto one = step(v.state, v.move);
                if (one && one->ends) return one->winner == a.attacker();
            }
            return cycle(minus);
        }
        if (minus.size() != 1) return false;
        if (v.answer) {
            if (plus.size() != 1 || plus[0]->answer) return false;
            auto one = step(v.state, v.move);
            return one && !one->ends && state_text(a, one->state) == plus[0]->text;
        }
        if (!plus[0]->answer) return plus.size() == 1 && v.state.mover == a.attacker() && leads(v.state, plus[0]->text);
        if (v.state.mover != a.owner) return false;
        std::set<int> listed;
        for (auto one : plus) {
            if (!one->answer || one->text != v.text) return false;
            listed.insert(one->move);
        }
        for (auto& one : a.moves(v.state)) if (!listed.count(one.move)) return false;
        return true;
    }

public:
    RefutationChecker(const Arena& arena, bool draws) : a(arena), draws_are_owners(draws) {}

    void check(const Json& evidence) {
        require(!a.rules.remembers(), "refutations are no evidence in games that remember");
        variables.emplace_back();
        for (auto& item : evidence.at("variables").list("variables")) {
            auto fields = split(item.string("variable"), ' ');
            require(fields.size() == 4 || fields.size() == 5, "variable: fields");
            Variable v{read_state(a, fields), "", fields.size() == 5, 0};
            v.text = state_text(a, v.state);
            if (v.answer) {
                v.move = read_move(a, fields[4]);
                require(v.state.mover == a.owner, "an answer of the attacker");
            }
            variables.push_back(v);
        }
        auto literals = [&](const Json& item) {
            std::vector<long long> out;
            for (auto& literal : item.list("clause")) {
                long long n = literal.whole("literal");
                require(n != 0 && std::abs(n) < (long long)variables.size(), "literal out of bounds");
                out.push_back(n);
            }
            return out;
        };
        auto coded = [](const std::vector<long long>& clause) {
            std::vector<int> out;
            for (long long n : clause) out.push_back(Propagation::literal(n));
            return out;
        };
        Propagation formula(variables.size());
        for (auto& item : evidence.at("clauses").list("clauses")) {
            auto clause = literals(item);
            require(!clause.empty() && true_clause(clause), "a clause that is not true of the game");
            formula.add(coded(clause));
        }
        auto& proof = evidence.at("proof").list("proof");
        for (auto& item : proof) {
            auto clause = coded(literals(item));
            require(formula.follows(clause), "a line of the proof does not follow by unit propagation");
            formula.add(clause);
        }
        require(formula.follows({}), "the proof does not lead to the empty clause");
    }
};
