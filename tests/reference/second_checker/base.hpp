// Sets of points, JSON as docs/certificates.md allows it, SHA-256.
#pragma once
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <memory>
#include <set>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

struct Refused : std::runtime_error {
    using runtime_error::runtime_error;
};

[[noreturn]] inline void refuse(const std::string& why) { throw Refused(why); }
inline void require(bool holds, const std::string& why) {
    if (!holds) refuse(why);
}

// A set of points of a board of up to 25 by 25.
struct Set {
    static constexpr int WORDS = 10;
    std::array<uint64_t, WORDS> word{};

    static Set of(int point) {
        Set one;
        one.word[point >> 6] = 1ULL << (point & 63);
        return one;
    }
    bool has(int point) const { return word[point >> 6] >> (point & 63) & 1; }
    bool any() const {
        for (auto w : word)
            if (w) return true;
        return false;
    }
    bool none() const { return !any(); }
    int count() const {
        int sum = 0;
        for (auto w : word) sum += __builtin_popcountll(w);
        return sum;
    }
    int first() const {
        for (int i = 0; i < WORDS; i++)
            if (word[i]) return i * 64 + __builtin_ctzll(word[i]);
        return -1;
    }
    Set operator|(const Set& o) const { Set r = *this; r |= o; return r; }
    Set operator&(const Set& o) const { Set r = *this; for (int i = 0; i < WORDS; i++) r.word[i] &= o.word[i]; return r; }
    Set operator-(const Set& o) const { Set r = *this; for (int i = 0; i < WORDS; i++) r.word[i] &= ~o.word[i]; return r; }
    Set& operator|=(const Set& o) { for (int i = 0; i < WORDS; i++) word[i] |= o.word[i]; return *this; }
    bool operator==(const Set& o) const { return word == o.word; }
    bool operator!=(const Set& o) const { return word != o.word; }
    bool meets(const Set& o) const { return (*this & o).any(); }
    bool within(const Set& o) const { return (*this - o).none(); }

    template <class Do> void each(Do action) const {
        for (int i = 0; i < WORDS; i++)
            for (uint64_t w = word[i]; w; w &= w - 1) action(i * 64 + __builtin_ctzll(w));
    }
    std::string hex() const {
        std::string digits;
        for (int i = WORDS * 16 - 1; i >= 0; i--) {
            int d = word[i / 16] >> (i % 16 * 4) & 15;
            if (d || !digits.empty() || i == 0) digits += "0123456789abcdef"[d];
        }
        return digits;
    }
};

// JSON. Numbers keep their text; what they have to be is asked where they are used.
struct Json {
    enum Kind { NOTHING, BOOL, NUMBER, STRING, LIST, OBJECT } kind = NOTHING;
    bool truth = false;
    std::string text;
    std::vector<Json> items;
    std::map<std::string, Json> keys;

    const Json* find(const std::string& key) const {
        auto at = keys.find(key);
        return at == keys.end() ? nullptr : &at->second;
    }
    const Json& at(const std::string& key) const {
        require(kind == OBJECT, "an object is missing");
        auto value = find(key);
        require(value, "key " + key + " is missing");
        return *value;
    }
    const std::string& string(const char* what) const {
        require(kind == STRING, std::string(what) + " is no string");
        for (unsigned char c : text) require(c >= 32 && c < 127, std::string(what) + ": not printable ASCII");
        return text;
    }
    const std::vector<Json>& list(const char* what) const {
        require(kind == LIST, std::string(what) + " is no list");
        return items;
    }
    bool boolean(const char* what) const {
        require(kind == BOOL, std::string(what) + " is neither true nor false");
        return truth;
    }
    long long whole(const char* what) const {
        require(kind == NUMBER && text.find_first_of(".eE") == std::string::npos, std::string(what) + " is no whole number");
        require(text.size() <= 18, std::string(what) + " is too large");
        return std::stoll(text);
    }
};

class JsonReader {
    const std::string& in;
    size_t at = 0;
    int depth = 0;

    [[noreturn]] void bad(const char* what) { refuse("not JSON at byte " + std::to_string(at) + ": " + what); }
    char peek() { return at < in.size() ? in[at] : '\0'; }
    void space() { while (at < in.size() && (in[at] == ' ' || in[at] == '\t' || in[at] == '\n' || in[at] == '\r')) at++; }
    void word(const char* text) {
        for (; *text; text++, at++)
            if (peek() != *text) bad("unknown word");
    }
    unsigned hex4() {
        unsigned value = 0;
        for (int i = 0; i < 4; i++, at++) {
            char c = peek();
            int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
            if (d < 0) bad("escape");
            value = value * 16 + d;
        }
        return value;
    }
    std::string string() {
        std::string out;
        at++;
        for (;;) {
            if (at >= in.size()) bad("string without end");
            char c = in[at++];
            if (c == '"') return out;
            if ((unsigned char)c < 32) bad("control character");
            if (c != '\\') { out += c; continue; }
            char e = peek();
            at++;
            switch (e) {
                case '"': case '\\': case '/': out += e; break;
                case 'b': out += '\b'; break;
                case 'f': out += '\f'; break;
                case 'n': out += '\n'; break;
                case 'r': out += '\r'; break;
                case 't': out += '\t'; break;
                case 'u': {
                    unsigned u = hex4();
                    // Whatever is not ASCII only has to be told apart from it and from other such characters.
                    if (u < 128) out += char(u);
                    else { char name[16]; std::snprintf(name, sizeof name, "\x80%x;", u); out += name; }
                    break;
                }
                default: bad("escape");
            }
        }
    }
    void digits() {
        size_t from = at;
        while (peek() >= '0' && peek() <= '9') at++;
        if (at == from) bad("number");
    }
    Json value() {
        Json v;
        if (++depth > 200) bad("too deep");
        space();
        char c = peek();
        if (c == '{') {
            v.kind = Json::OBJECT;
            at++; space();
            if (peek() == '}') at++;
            else for (;;) {
                space();
                if (peek() != '"') bad("key");
                std::string key = string();
                space();
                if (peek() != ':') bad("colon");
                at++;
                if (!v.keys.emplace(key, value()).second) refuse("key " + key + " comes twice");
                space();
                if (peek() == ',') { at++; continue; }
                if (peek() != '}') bad("end of object");
                at++;
                break;
            }
        } else if (c == '[') {
            v.kind = Json::LIST;
            at++; space();
            if (peek() == ']') at++;
            else for (;;) {
                v.items.push_back(value());
                space();
                if (peek() == ',') { at++; continue; }
                if (peek() != ']') bad("end of list");
                at++;
                break;
            }
        } else if (c == '"') { v.kind = Json::STRING; v.text = string(); }
        else if (c == 't') { word("true"); v.kind = Json::BOOL; v.truth = true; }
        else if (c == 'f') { word("false"); v.kind = Json::BOOL; }
        else if (c == 'n') word("null");
        else {
            size_t from = at;
            v.kind = Json::NUMBER;
            if (c == '-') at++;
            size_t first = at;
            digits();
            if (in[first] == '0' && at > first + 1) bad("zero before a number");
            bool fraction = false;
            if (peek() == '.') { at++; digits(); fraction = true; }
            if (peek() == 'e' || peek() == 'E') { at++; if (peek() == '+' || peek() == '-') at++; digits(); fraction = true; }
            v.text = in.substr(from, at - from);
            if (!fraction && at - first > 20) refuse("a number of more than 20 digits");
        }
        depth--;
        return v;
    }

public:
    explicit JsonReader(const std::string& text) : in(text) {}
    Json read() {
        require(in.size() <= 512u << 20, "more than 512 MiB");
        for (unsigned char c : in) require(c < 128, "not ASCII");
        Json v = value();
        space();
        if (at != in.size()) bad("more than one document");
        return v;
    }
};

// The form over which digests are made: sorted keys, no spaces. Strings were found to be printable ASCII.
inline std::string canonical(const Json& v) {
    auto quoted = [](const std::string& s) {
        std::string out = "\"";
        for (char c : s) { if (c == '"' || c == '\\') out += '\\'; out += c; }
        return out + '"';
    };
    std::string out;
    switch (v.kind) {
        case Json::NOTHING: return "null";
        case Json::BOOL: return v.truth ? "true" : "false";
        case Json::NUMBER: return v.text;
        case Json::STRING: return quoted(v.text);
        case Json::LIST:
            for (auto& item : v.items) out += (out.empty() ? "" : ",") + canonical(item);
            return "[" + out + "]";
        case Json::OBJECT:
            for (auto& [key, item] : v.keys) out += (out.empty() ? "" : ",") + quoted(key) + ":" + canonical(item);
            return "{" + out + "}";
    }
    return out;
}

inline std::string sha256(const std::string& text) {
    static const std::array<uint32_t, 64> K = [] {
        // The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
        std::array<uint32_t, 64> k{};
        int found = 0;
        for (unsigned n = 2; found < 64; n++) {
            bool prime = true;
            for (unsigned d = 2; d * d <= n; d++) prime = prime && n % d;
            if (!prime) continue;
            // floor(cbrt(n) * 2^32) by bisection in 128 bits
            unsigned __int128 low = 0, high = (unsigned __int128)8 << 32;
            while (high - low > 1) {
                unsigned __int128 mid = (low + high) / 2;
                // mid^3 <= n * 2^96; mid < 2^35, so mid^3 < 2^105
                if (mid * mid * mid <= (unsigned __int128)n << 96) low = mid; else high = mid;
            }
            k[found++] = uint32_t(low);
        }
        return k;
    }();
    uint32_t h[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::string m = text + '\x80';
    while (m.size() % 64 != 56) m += '\0';
    for (int i = 7; i >= 0; i--) m += char(uint64_t(text.size()) * 8 >> (8 * i));
    auto turn = [](uint32_t x, int n) { return x >> n | x << (32 - n); };
    for (size_t at = 0; at < m.size(); at += 64) {
        uint32_t w[64], s[8];
        for (int i = 0; i < 16; i++) {
            w[i] = 0;
            for (int j = 0; j < 4; j++) w[i] = w[i] << 8 | (unsigned char)m[at + 4 * i + j];
        }
        for (int i = 16; i < 64; i++)
            w[i] = w[i - 16] + (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
                   (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ w[i - 2] >> 10);
        for (int i = 0; i < 8; i++) s[i] = h[i];
        for (int i = 0; i < 64; i++) {
            uint32_t a = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) + K[i] + w[i];
            uint32_t b = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            for (int j = 7; j > 0; j--) s[j] = s[j - 1];
            s[4] += a;
            s[0] = a + b;
        }
        for (int i = 0; i < 8; i++) h[i] += s[i];
    }
    std::string out;
    for (uint32_t x : h) { char word[9]; std::snprintf(word, sizeof word, "%08x", x); out += word; }
    return out;
}

// Fields of a line, in the one way in which each value may be written.
inline std::vector<std::string> split(const std::string& line, char by) {
    std::vector<std::string> parts(1);
    for (char c : line)
        if (c == by) parts.emplace_back(); else parts.back() += c;
    return parts;
}

inline long long number(const std::string& s, const char* what) {
    size_t from = !s.empty() && s[0] == '-';
    require(s.size() > from && s.size() <= from + 16, std::string(what) + ": no number, or too large");
    for (size_t i = from; i < s.size(); i++) require(s[i] >= '0' && s[i] <= '9', std::string(what) + ": no number");
    require(s[from] != '0' || s == "0", std::string(what) + ": zeros before a number");
    return std::stoll(s);
}

inline long long measure(const std::string& s, const char* what) {
    long long value = number(s, what);
    require(value >= 0 && value <= 1000000000000000LL, std::string(what) + " is out of bounds");
    return value;
}

inline Set mask(const std::string& s, const Set& board, const char* what) {
    require(!s.empty() && s.size() <= Set::WORDS * 16, std::string(what) + ": no mask");
    require(s[0] != '0' || s == "0", std::string(what) + ": zeros before a mask");
    Set out;
    for (size_t i = 0; i < s.size(); i++) {
        char c = s[s.size() - 1 - i];
        int d = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        require(d >= 0, std::string(what) + ": no mask");
        out.word[i / 16] |= uint64_t(d) << (i % 16 * 4);
    }
    require(out.within(board), std::string(what) + ": bits beyond the board");
    return out;
}
