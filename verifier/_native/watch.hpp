// Whether time is over or the user wants to stop: asked all the time, and looked up when enough has been done since.
#pragma once
#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace shikatsu {

// One for all that belongs to a question, however many searches that takes.
class Watch {
  public:
    explicit Watch(double limit, std::function<bool()> asked = {}) : seconds(limit), requested(std::move(asked)) { look(); }
    Watch(const Watch&) = delete;               // searches know its address

    // From now on, for another question.
    void again(double limit) {
        begun = std::chrono::steady_clock::now();
        seconds = part = limit;
        done = looks = 0;
        now = heard = 0;
        cancelled = false;
        look();
    }

    // What a search asks: no more states from now on. `work` has been done since it asked last, counted in moves that
    // were looked at; an expansion is worth a look at the clock by itself.
    bool over(uint64_t work = OFTEN) {
        spend(work);
        return cancelled || now > part;
    }
    // For one of several searches: until `whole()` time is over with this share of what is left. Conclusions are not hurried.
    void share(double of_what_is_left) { part = now + (seconds - now) * of_what_is_left; }
    void whole() { part = seconds; }
    // What asks whoever draws conclusions from the states that are there, by fixpoints or as a proof: what has been
    // searched for all the time is not to be lost for the last of it.
    bool late(uint64_t work = OFTEN) {
        spend(work);
        return cancelled || now > seconds + seconds / MORE;
    }
    bool stopped_by_user() const { return cancelled; }
    double elapsed() const {
        if (step > 0) return step * double(looks);
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    }
    uint64_t times() const { return looks; }

    static constexpr uint64_t OFTEN = 1024;
    // For tests: so many seconds go by from one look to the next, whatever the clock says; 0: what it says.
    static inline double step = 0;

  private:
    static constexpr int MORE = 8;              // conclusions may take this part of the time besides
    static constexpr double SIGNALS = 0.05;     // how often the user is heard, in seconds

    std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
    double seconds;
    const std::function<bool()> requested;
    double part = seconds;                      // when searches are to stop
    uint64_t done = 0, looks = 0;
    double now = 0, heard = 0;
    bool cancelled = false;

    void spend(uint64_t work) {
        done += work;
        if (done >= OFTEN) look();
    }
    void look() {
        done = 0;
        ++looks;
        now = elapsed();
        if (cancelled || !requested || now < heard) return;
        heard = now + SIGNALS;
        cancelled = requested();
    }
};

}  // namespace shikatsu
