//! How long a mate takes: the exact shortest length, and the length as the field counts it.
//!
//! # Exact
//!
//! The attacker mates as soon as he can, the defender holds out as long as he can, every move counts. Lengths are found
//! from below: no mate within 1, within 3, … until there is one. Each step is a bounded search whose answer does not
//! depend on its table, so neither does the length.
//!
//! # Traditional
//!
//! The field does not count futile interpositions (無駄合): a piece dropped between king and checker that is taken at
//! once, where the mate then goes on as if nothing had happened and without the piece. There is no official text that
//! settles every case; all agree on this core (the article 合駒 of the Japanese Wikipedia; rule discussions at
//! tsume-kobo.org and kazemidori.fool.jp). Programs have settled on a test that can be computed (`KomoringHeights`, issue
//! 5): take the interposed piece, give it back to the defender, and ask whether the mate still holds. Here the test is
//! bounded by length as well. Mate *within n, traditionally*:
//!
//! ```text
//! attacker, n plies left   some check leads to a position of the defender that is mate within n − 1
//! defender, m plies left   every reply is answered. A reply is answered if the position after it is mate within m − 1.
//!                          A piece dropped between is answered too if some capture of it gives check from its square
//!                          and leads, the piece being in the defender's hand again, to a position that is mate within m
//! ```
//!
//! The two plies of drop and capture are not counted, and the captured piece is not used. Who gives check stands nearer
//! each time, so the definition does not go round. What it does not call futile: interpositions by a move, and
//! those that lengthen the mate after the capture.
//!
//! Whether any piece may take, or the checking slider alone, is disputed. Any may, here: so the five reported pairs of
//! `data/tsume/issue_regressions.sfen` get the lengths that people and other solvers give them (with the slider alone, two of
//! them do not), and of 46 problems of Shogi Zuko and Shogi Muso that were measured 35 get the recorded length (with the
//! slider alone 34, with every ply counted 27). Of the rest two are shorter here, which means a second solution; most are two
//! to four plies longer, for reasons not looked into one by one (older customs let a variation be longer than the line).
//!
//! # Lines
//!
//! A line is the shortest mate against a longest defence, and where several moves do equally well, the first in a fixed
//! order: the attacker's promotions, other moves, drops; the defender's captures, other moves, drops; in each by square.
//! So the line is the same at every table size and with every heuristic.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use komadai_core::{Color, Move, Position};

use crate::bounds::{Bound, FOREVER};
use crate::dfpn::DEEPEST;
use crate::heuristic::{DfpnHeuristic, Mobility};
use crate::shown::Futile;
use crate::solver::salt;
use crate::within::Within;
use crate::{line, shown};

/// What counts as a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plies {
    /// Every move.
    Every,
    /// Every move but futile interpositions (無駄合) and their captures.
    Traditional,
}

/// What is known of the length of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// The shortest mate takes so many plies.
    Exact(u16),
    /// There is no mate by checks alone.
    NoMate,
    /// No mate takes fewer than so many plies; whether there is one is open.
    AtLeast(u16),
    /// There is a mate, and the shortest takes so many plies, both ends included.
    Between {
        /// No mate takes fewer.
        at_least: u16,
        /// A mate takes no more.
        at_most: u16,
    },
}

/// A length with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The length.
    pub length: Length,
    /// A shortest mate against a longest defence, futile interpositions left out if they do not count. Empty unless the
    /// length is exact, and if the node limit did not suffice to settle every choice in it.
    pub line: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
}

/// How a [`Lengths`] is made; begin with [`Lengths::builder`].
#[derive(Clone, Debug)]
pub struct LengthsBuilder<H = Mobility> {
    hash_mb: usize,
    nodes: u64,
    max_plies: u16,
    stop: Arc<AtomicBool>,
    heuristic: H,
}

impl<H: DfpnHeuristic> LengthsBuilder<H> {
    /// Memory for the table in megabytes, at least 1; 16 unless told. More helps from some millions of nodes on.
    pub fn hash_mb(mut self, megabytes: usize) -> Self {
        self.hash_mb = megabytes.clamp(1, usize::MAX >> 20);
        self
    }

    /// The most positions that one measurement looks at; 10 million unless told. To show the mate and settle its line
    /// may take as many again, each.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// The longest mate that is looked for, 1 to 50,000 plies; 4,000 unless told.
    pub fn max_plies(mut self, plies: u16) -> Self {
        self.max_plies = plies.clamp(1, DEEPEST);
        self
    }

    /// A flag that ends a measurement from another thread; it stays set until its owner clears it.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Self {
        self.stop = flag;
        self
    }

    /// Another first guess of proof and disproof numbers. It changes cost alone.
    pub fn heuristic<G: DfpnHeuristic>(self, heuristic: G) -> LengthsBuilder<G> {
        let LengthsBuilder { hash_mb, nodes, max_plies, stop, heuristic: _ } = self;
        LengthsBuilder { hash_mb, nodes, max_plies, stop, heuristic }
    }

    /// The measuring instrument, with its table.
    pub fn build(self) -> Lengths<H> {
        Lengths {
            within: Within::new(self.hash_mb << 20, self.heuristic),
            nodes: self.nodes,
            max_plies: self.max_plies,
            stop: self.stop,
        }
    }
}

/// Measures mates: exact and traditional lengths, independent of the size of the table.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Plies, Length, Lengths};
///
/// // Mate in one as people count; a machine interposes on every square between.
/// let mut pos: Position = "9/9/6Bnl/8k/R6p1/9/9/9/9 b rb4g4s3n3l17p 1".parse()?;
/// let mut lengths = Lengths::builder().hash_mb(1).build();
/// assert_eq!(lengths.measure(&mut pos, Plies::Traditional).length, Length::Exact(1));
/// assert_eq!(lengths.measure(&mut pos, Plies::Every).length, Length::Exact(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Lengths<H = Mobility> {
    pub(crate) within: Within<H>,
    nodes: u64,
    max_plies: u16,
    pub(crate) stop: Arc<AtomicBool>,
}

impl Lengths {
    /// Lengths in the making, with default limits and [`Mobility`].
    pub fn builder() -> LengthsBuilder {
        LengthsBuilder {
            hash_mb: 16,
            nodes: 10_000_000,
            max_plies: 4_000,
            stop: Arc::new(AtomicBool::new(false)),
            heuristic: Mobility,
        }
    }
}

impl Default for Lengths {
    fn default() -> Self {
        Self::builder().build()
    }
}

impl<H: DfpnHeuristic> Lengths<H> {
    /// Length and line of the shortest mate of the side to move. The position is the same again afterwards.
    ///
    /// An exact length has been played through against every reply. That no shorter mate exists is the word of the
    /// search.
    pub fn measure(&mut self, pos: &mut Position, counting: Plies) -> Measured {
        let length = self.length(pos, counting);
        let mut line = Vec::new();
        if let Length::Exact(plies) = length {
            let limit = self.within.nodes.saturating_add(self.nodes);
            line = line::of(&mut self.within, pos, plies, limit, &self.stop).unwrap_or_default();
        }
        Measured { length, line, nodes: self.within.nodes }
    }

    /// The length alone, at a fraction of the cost of [`Lengths::measure`].
    pub fn length(&mut self, pos: &mut Position, counting: Plies) -> Length {
        self.search(pos, pos.side_to_move(), counting)
    }

    /// [`Lengths::length`] of a mate that is known to take no more than `at_most` plies, as the line of a
    /// [`Solver`](crate::Solver) does: what is beyond it is not searched, and if the limits end the search, both bounds are
    /// told. That there is such a mate is the caller's word, and so is the upper bound.
    pub fn length_at_most(&mut self, pos: &mut Position, counting: Plies, at_most: u16) -> Length {
        let longest = self.max_plies;
        self.max_plies = longest.min(at_most);
        let length = self.length(pos, counting);
        self.max_plies = longest;
        match length {
            Length::AtLeast(at_least) if at_least < at_most => Length::Between { at_least, at_most },
            Length::AtLeast(at_least) if at_least == at_most => Length::Exact(at_most),
            // What is told contradicts the caller, if there is less than he was sure of.
            other => other,
        }
    }

    /// The length for the side that does not move, whose check has just been given.
    pub(crate) fn length_for(&mut self, pos: &mut Position, counting: Plies) -> Length {
        self.search(pos, !pos.side_to_move(), counting)
    }

    /// Whether a piece dropped between is futile, where the defender to move is mated in `plies`; `None` if that was not
    /// found out.
    pub(crate) fn is_futile(&mut self, pos: &mut Position, drop: Move, plies: u16) -> Option<bool> {
        self.within.new_problem(!pos.side_to_move(), salt(pos, !pos.side_to_move()), Plies::Traditional);
        self.within.nodes = 0;
        shown::futile_on(&mut self.within, pos, drop, plies, self.nodes, &self.stop)
            .map(|futile| futile != Futile::No)
    }

    fn search(&mut self, pos: &mut Position, attacker: Color, counting: Plies) -> Length {
        self.within.new_problem(attacker, salt(pos, attacker), counting);
        self.within.nodes = 0;
        let odd = u16::from(pos.side_to_move() == attacker);
        let mut plies = odd;
        while plies <= self.max_plies {
            match self.within.ask(pos, plies, self.nodes, &self.stop) {
                Bound::Mate { plies: found, .. } => {
                    let limit = self.within.nodes.saturating_add(self.nodes);
                    let shown = shown::plies(&mut self.within, pos, found, limit, &self.stop);
                    return if shown.is_some() { Length::Exact(found) } else { Length::AtLeast(plies) };
                }
                Bound::NoMate { plies: FOREVER, .. } => return Length::NoMate,
                // The next number of the same parity.
                Bound::NoMate { plies: not, .. } => plies = not + 1 + u16::from(not % 2 == odd),
                Bound::Open(_) | Bound::Unseen => break,
            }
        }
        Length::AtLeast(plies)
    }

    /// Forgets everything that has been found out.
    pub fn clear(&mut self) {
        self.within.table.clear();
    }

    /// Positions looked at by the last measurement.
    pub fn nodes(&self) -> u64 {
        self.within.nodes
    }

    /// Whether the flag that ends a measurement is set.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;

    /// Length, line and position of each problem of at most `most` plies in a committed file.
    fn problems(most: u16) -> impl Iterator<Item = (Position, u16)> {
        let text = include_str!("../../../data/tsume/mates.sfen");
        text.lines().filter_map(move |line| {
            let fields: Vec<&str> = line.split('\t').collect();
            let plies = fields[3].parse().unwrap();
            (plies <= most).then(|| (fields[1].parse().unwrap(), plies))
        })
    }

    fn with_table<H: DfpnHeuristic>(bytes: usize, heuristic: H) -> Lengths<H> {
        Lengths {
            within: Within::new(bytes, heuristic),
            nodes: 20_000_000,
            max_plies: 100,
            stop: Arc::new(AtomicBool::new(false)),
        }
    }

    #[test]
    fn length_and_line_are_the_same_at_every_table_size_and_with_every_heuristic() {
        let mut tables =
            [with_table(4 << 20, Mobility), with_table(64 << 10, Mobility), with_table(4 << 10, Mobility)];
        let mut unit = with_table(1 << 20, Unit);
        for (mut pos, plies) in problems(7).step_by(3) {
            for counting in [Plies::Every, Plies::Traditional] {
                let found = tables.each_mut().map(|lengths| {
                    let Measured { length, line, nodes: _ } = lengths.measure(&mut pos, counting);
                    (length, line)
                });
                let plain = unit.measure(&mut pos, counting);
                assert_eq!(found[0], found[1], "{counting:?} {pos}");
                assert_eq!(found[0], found[2], "{counting:?} {pos}");
                assert_eq!(found[0], (plain.length, plain.line), "{counting:?} {pos}");
                assert!(!found[0].1.is_empty(), "{counting:?} {pos}");
                if counting == Plies::Every {
                    assert_eq!(found[0].0, Length::Exact(plies), "{pos}");
                }
            }
        }
    }

    #[test]
    fn limits_leave_a_lower_bound_and_the_position() {
        let (start, plies) = problems(11).last().unwrap();
        let mut pos = start.clone();
        let mut lengths = Lengths::builder().hash_mb(1).nodes(1_000).build();
        let Length::AtLeast(lower) = lengths.length(&mut pos, Plies::Every) else { panic!("too few nodes") };
        assert!(lower > 1 && lower <= plies, "{lower}");
        let mut lengths = Lengths::builder().hash_mb(1).max_plies(5).build();
        assert_eq!(lengths.length(&mut pos, Plies::Every), Length::AtLeast(7));
        let stop = Arc::new(AtomicBool::new(true));
        let mut lengths = Lengths::builder().hash_mb(1).stop(Arc::clone(&stop)).build();
        assert!(matches!(lengths.measure(&mut pos, Plies::Every).length, Length::AtLeast(1 | 3)));
        assert!(lengths.is_stopped());
        assert_eq!(pos, start);
    }

    #[test]
    fn both_bounds_are_told_of_a_mate_that_is_known() {
        let (mut pos, plies) = problems(11).last().unwrap();
        let mut lengths = Lengths::builder().hash_mb(1).nodes(1_000).build();
        let Length::Between { at_least, at_most } = lengths.length_at_most(&mut pos, Plies::Every, plies + 4)
        else {
            panic!("too few nodes")
        };
        assert!(1 < at_least && at_least <= plies && at_most == plies + 4);
        // On the caller's word: what takes no less and no more takes as much.
        assert_eq!(lengths.length_at_most(&mut pos, Plies::Every, at_least), Length::Exact(at_least));
        let mut lengths = Lengths::builder().hash_mb(1).build();
        assert_eq!(lengths.length_at_most(&mut pos, Plies::Every, plies + 4), Length::Exact(plies));
        assert_eq!(lengths.length_at_most(&mut pos, Plies::Every, plies), Length::Exact(plies));
        // A false word comes to light.
        assert_eq!(lengths.length_at_most(&mut pos, Plies::Every, plies - 2), Length::AtLeast(plies));
        assert_eq!(lengths.length(&mut pos, Plies::Every), Length::Exact(plies));
    }

    #[test]
    fn position_without_checks_has_no_mate_of_any_length() {
        let mut lengths = Lengths::builder().hash_mb(1).build();
        for counting in [Plies::Every, Plies::Traditional] {
            assert_eq!(lengths.length(&mut Position::startpos(), counting), Length::NoMate);
            let mut kingless: Position = "9/9/9/9/9/9/9/9/4K4 b 2R2B 1".parse().unwrap();
            assert_eq!(lengths.length(&mut kingless, counting), Length::NoMate);
        }
    }
}
