//! Length rules: which plies of a mate count.
//!
//! # Every ply
//!
//! The attacker mates as soon as possible, the defender holds out as long as possible, every move counts. Lengths are found
//! from below: no mate within 1, within 3, … until there is one. Each step is a bounded search whose answer does not
//! depend on its table, so neither does the length.
//!
//! # Traditional
//!
//! By convention, futile interpositions (無駄合) do not count: a piece dropped between king and checker that is taken at once, after which
//! the mate goes on as if nothing had happened and without the piece. No official text settles every case; all agree on this core (the
//! article 合駒 of the Japanese Wikipedia; rule discussions at tsume-kobo.org and kazemidori.fool.jp). Programs have settled on a test that
//! can be computed (`KomoringHeights`, issue 5): take the interposed piece, give it back to the defender, and ask whether the mate still
//! holds. Here the test also bounds the length. A position is mate *within n, traditionally*, if:
//!
//! ```text
//! attacker, n plies left   some check leads to a position of the defender that is mate within n − 1
//! defender, m plies left   every reply is answered. A reply is answered if the position after it is mate within m − 1.
//!                          A piece dropped between is answered too if some capture of it gives check from its square
//!                          and leads, the piece being in the defender's hand again, to a position that is mate within m
//! ```
//!
//! The two plies of drop and capture are not counted, and the captured piece is not used. With each capture the checking piece comes
//! nearer, so the definition is not circular. Interpositions by a move of a piece on the board are not futile, nor are those that
//! lengthen the mate after the capture.
//!
//! A position of the defender may be mate within `m`, the least number by these lines, although nothing takes `m` plies but the tests of
//! interpositions. Without such a drop the mate would be sooner, so it is not futile. The length is `m` only if a reply that counts takes
//! as many: one by a piece on the board, or a drop whose own tests take `m` plies or more. If none does, the drops whose tests take `m`
//! plies *lengthen* the mate: the length is that of the shortest mate after one of them that takes `m` plies or more, the drop included.
//! Mostly it is `m + 2`. The drops whose tests take fewer than `m` stay futile.
//!
//! The search follows the lines above alone. A mate that it finds is played through, and there the second condition is looked at
//! (`verify`). Under this condition a mate can take *longer* with more in hand, so a no-mate that follows from it is kept for its own hand
//! alone.
//!
//! Whether any piece may take, or only the checking slider, is disputed. Here any piece may: then the five reported pairs of
//! `data/tsume/issue_regressions.sfen` get the lengths that people and other solvers give them (with the slider alone, two of them do
//! not). `docs/TSUME.md` says how many problems of Shogi Zuko and Shogi Muso get the recorded length, and why others do not.

/// Which plies of a mate count towards its length.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Length, LengthRule, Lengths};
///
/// // Mate in one as people count; a machine interposes on every square between.
/// let mut pos: Position = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1".parse()?;
/// let mut lengths = Lengths::builder().hash_mb(1).build()?;
/// assert_eq!(lengths.length(&mut pos, LengthRule::Traditional), Length::Exact(1));
/// assert_eq!(lengths.length(&mut pos, LengthRule::EveryPly), Length::Exact(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LengthRule {
    /// Every move counts.
    EveryPly,
    /// Every move counts except futile interpositions (無駄合) and the captures that answer them. A piece dropped between king and checker
    /// is futile if, after some capture of it that gives check and returns the piece to the defender, the mate takes no longer than a reply
    /// that counts.
    Traditional,
}
