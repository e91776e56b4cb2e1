from __future__ import annotations

from driven_phone import Driven, signed_in

from gui_rec.phone.world.config import PhoneConfig


def test_a_page_behind_a_spinner_is_done_after_about_1_2_s() -> None:
    driven = signed_in()
    driven.tap("Café mug")
    assert driven.has("progress")
    driven.clock.advance(1.1)
    assert driven.has("progress")
    driven.clock.advance(0.2)
    assert not driven.has("progress")
    assert driven.has("$8.90")


def test_the_spinner_s_end_comes_with_reading_alone() -> None:
    driven = signed_in()
    driven.tap("Café mug")
    before = driven.phone.version
    driven.clock.advance(2.0)
    assert driven.phone.version > before


def test_a_slow_page_takes_as_long_as_the_fault_says() -> None:
    driven = signed_in(faults=("slow-page:4.5",))
    driven.tap("Café mug")
    driven.clock.advance(4.4)
    assert driven.has("progress")
    driven.clock.advance(0.2)
    assert not driven.has("progress")


def test_a_slow_page_that_is_left_is_done_in_the_meantime() -> None:
    driven = signed_in()
    driven.tap("Café mug")
    driven.phone.key("HOME")
    driven.clock.advance(5)
    driven.tap("Shop")
    assert driven.has("$8.90")


def test_timings_have_a_jitter_of_the_seed() -> None:
    def ends_by(seed: int) -> float:
        driven = signed_in(seed=seed)
        driven.tap("Café mug")
        waited = 0.0
        while driven.has("progress"):
            driven.clock.advance(0.01)
            waited += 0.01
        return waited

    times = {round(ends_by(seed), 2) for seed in range(4)}
    assert len(times) > 1
    assert all(1.14 < time < 1.26 for time in times)


def test_the_carousel_moves_by_itself_every_3_s() -> None:
    driven = signed_in()
    seen = [driven.node("carousel")["content-desc"]]
    for _ in range(3):
        driven.clock.advance(3.0)
        seen.append(driven.node("carousel")["content-desc"])
    assert len(set(seen[:3])) == 3
    assert seen[3] == seen[0]


def test_the_carousel_stands_still_while_another_screen_is_in_front() -> None:
    driven = signed_in()
    before = driven.node("carousel")["content-desc"]
    driven.tap("cart_button")
    driven.clock.advance(10)
    assert driven.phone.version == driven.phone.version
    driven.phone.key("BACK")
    assert driven.node("carousel")["content-desc"] == before


def test_many_missed_turns_are_caught_up_with() -> None:
    driven = signed_in()
    before = driven.node("carousel")["content-desc"]
    driven.clock.advance(3.0 * 300)
    assert driven.node("carousel")["content-desc"] == before


def test_faults_of_the_configuration_are_on_from_the_start() -> None:
    driven = Driven(PhoneConfig(faults=("lost-tap:1", "secure-screen")))
    assert driven.phone.faults.names() == ("lost-tap", "secure-screen")


def test_an_injected_text_of_an_empty_string_is_nothing() -> None:
    driven = Driven()
    driven.tap("Shop")
    driven.tap("username")
    driven.phone.text("")
    assert driven.node("username")["text"] == "User name"
