//! Futile interpositions: positions on which people and programs have disagreed, and what the field says of them.

use komadai_core::Position;
use komadai_tsume::{Length, LengthRule, Lengths};

/// Exact and traditional length.
fn lengths(sfen: &str) -> (Length, Length) {
    let mut pos: Position = sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"));
    let mut lengths = Lengths::builder().hash_mb(1).nodes(200_000).build().expect("there is memory");
    (lengths.length(&mut pos, LengthRule::EveryPly), lengths.length(&mut pos, LengthRule::Traditional))
}

#[track_caller]
fn assert_counted(sfen: &str, traditional: u16) {
    assert_eq!(lengths(sfen).1, Length::Exact(traditional), "{sfen}");
}

#[test]
fn lance_from_afar_mates_at_once_though_every_square_may_be_filled() {
    // KomoringHeights, issue 8, "(a) in the narrow sense", second example.
    assert_counted("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1);
}

#[test]
fn drop_that_changes_nothing_later_in_the_line_does_not_count() {
    // KomoringHeights, issue 8, "(a) in the narrow sense", first example: eleven plies without the drop on 1c.
    assert_counted("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 11);
}

#[test]
fn drop_on_a_square_guarded_only_by_a_pinned_piece_is_futile() {
    // shtsume, issue 15, cases A1, A2, B1, B2.
    assert_counted("3+R3nk/8p/7P1/9/9/9/9/9/8B b 16p4l3n4s4gbr 1", 1);
    assert_counted("3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1", 1);
    assert_counted("3+R3nk/9/5p1G1/9/9/9/8p/9/8L b 16p3l3n4s3g2br 1", 1);
    assert_counted("3+R3bk/9/5p1G1/9/9/9/8p/9/8L b 16p3l4n4s3gbr 1", 1);
}

#[test]
fn drop_that_draws_the_slider_from_its_post_counts() {
    // shtsume, issue 14: a pawn on 5e, a pawn on 5c, and there is no mate in one.
    for sfen in
        ["9/9/9/6rp1/6k2/3B2B2/2R3S2/9/9 b 4g3s4n4l17p 1", "4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1"]
    {
        assert_ne!(lengths(sfen).1, Length::Exact(1), "{sfen}");
    }
}

#[test]
fn line_of_three_ends_before_the_rook_is_interposed_against() {
    // sugyan/tsumeshogi-solver, issue 20: G*3i, 1i, 1g.
    assert_counted("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 3);
}

#[test]
fn reported_pairs_have_both_lengths() {
    // Exact lengths as KomoringHeights finds them, traditional ones as shtsume and maou do.
    for (sfen, exact, traditional) in [
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 7, 3),
        ("9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1", 15, 1),
        ("8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", 13, 1),
        ("8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1", 5, 3),
    ] {
        assert_eq!(lengths(sfen), (Length::Exact(exact), Length::Exact(traditional)), "{sfen}");
    }
}

#[test]
fn line_leaves_futile_interpositions_out() {
    let mut pos: Position = "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1".parse().unwrap();
    let measured = Lengths::builder()
        .hash_mb(1)
        .build()
        .expect("there is memory")
        .measure(&mut pos, LengthRule::Traditional);
    let line: Vec<String> = measured.line.iter().map(ToString::to_string).collect();
    assert_eq!(line, ["3c2c", "1c3e", "5c3c"]);
}
