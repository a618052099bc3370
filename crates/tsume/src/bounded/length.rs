//! Lengths of mates: exact and traditional, with the line of a shortest mate.
//!
//! A length is found from below: no mate within 1, within 3, … until there is one, which is verified by playing it through. The
//! [`LengthRule`] says which plies count.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use komadai_core::{Color, Move, Position};

use super::line::{is_in_vain, main_line};
use super::rule::LengthRule;
use super::search::Bounded;
use super::table::{Answer, Bound, FOREVER};
use crate::heuristic::{DfpnHeuristic, Mobility, SharedHeuristic};
use crate::problem::{LONGEST_MATE, Problem};
use crate::tree::{Tree, shortest};
use crate::widening::TableError;

/// Length of the shortest mate, as far as it is known; as text `11`, `9..13`, `>=9` or `nomate`.
///
/// ```
/// use komadai_tsume::Length;
///
/// assert_eq!(Length::Between { at_least: 9, at_most: 13 }.to_string(), "9..13");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Length {
    /// The shortest mate takes exactly so many plies.
    Exact(u16),
    /// There is no mate by checks alone.
    NoMate,
    /// No mate takes fewer plies than this; whether there is a mate is open.
    AtLeast(u16),
    /// There is a mate, and the shortest takes a number of plies in this range, both ends included.
    Between {
        /// No mate takes fewer plies.
        at_least: u16,
        /// Some mate takes no more plies.
        at_most: u16,
    },
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Length::Exact(plies) => write!(f, "{plies}"),
            Length::AtLeast(plies) => write!(f, ">={plies}"),
            Length::Between { at_least, at_most } => write!(f, "{at_least}..{at_most}"),
            Length::NoMate => f.write_str("nomate"),
        }
    }
}

impl Length {
    /// The length of a mate that takes at least `at_least` and at most `at_most` plies.
    pub(super) fn of_bounds(at_least: u16, at_most: u16) -> Length {
        if at_least >= at_most { Length::Exact(at_most) } else { Length::Between { at_least, at_most } }
    }
}

/// A length with its line: the answer of [`Lengths::measure`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// The length.
    pub length: Length,
    /// A shortest mate against a longest defence, with as many moves as the length; futile interpositions are left out if they do not
    /// count. Empty if the length is not exact, or if the node limit left a choice in the line open (but see [`Lengths::measure_from`]).
    pub line: Vec<Move>,
    /// With [`LengthRule::Traditional`], the longest line that leaves the attacker no piece in hand: what composers regard as the
    /// solution. Among checks that mate equally soon, the attacker plays one that leaves a piece over (rule H on page 3 of the rules at
    /// suzukou.org), as far as such checks are found. Empty if every line leaves one over (駒余り). The line is shorter than the length if
    /// longer variations leave pieces over (変化長手数).
    pub without_leftovers: Vec<Move>,
    /// Number of positions looked at.
    pub nodes: u64,
}

/// Builder of a [`Lengths`]: memory, limits, heuristic. [`Lengths::builder`] starts one.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Length, LengthRule, Lengths, Unit};
///
/// let mut lengths = Lengths::builder().hash_mb(1).nodes(100_000).max_plies(31).heuristic(Unit).build()?;
/// assert_eq!(lengths.length(&mut Position::startpos(), LengthRule::EveryPly), Length::NoMate);
/// # Ok::<(), komadai_tsume::TableError>(())
/// ```
#[derive(Clone)]
pub struct LengthsBuilder {
    hash_bytes: usize,
    nodes: u64,
    max_plies: u16,
    stop: Arc<AtomicBool>,
    heuristic: SharedHeuristic,
}

komadai_core::debug_by_sizes!(LengthsBuilder { hash_bytes, nodes, max_plies, stop } []);

impl LengthsBuilder {
    /// Memory of the table in megabytes, at least 1 (0 means 1); 16 by default. More memory helps from a few million nodes on. The search
    /// for traditional solutions of more than 9 plies also uses a [`Solver`](crate::Solver) of at most 16 MB.
    pub fn hash_mb(self, megabytes: usize) -> Self {
        self.hash_bytes(megabytes.clamp(1, usize::MAX >> 20) << 20)
    }

    /// Memory of the table in bytes.
    pub(crate) fn hash_bytes(mut self, bytes: usize) -> Self {
        self.hash_bytes = bytes;
        self
    }

    /// Node limit of one measurement; 10 million by default. Verifying the mate and finding its line may each take as many again, and the
    /// solution half as many. A limit of a few nodes may be overrun by a hundred.
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = nodes;
        self
    }

    /// Longest mate to look for, 1 to 50,000 plies; 4,000 by default. Values outside the range are clamped.
    pub fn max_plies(mut self, plies: u16) -> Self {
        self.max_plies = plies.clamp(1, LONGEST_MATE);
        self
    }

    /// Sets a flag that ends measurements from another thread. It stays set until its owner clears it.
    pub fn stop(mut self, flag: Arc<AtomicBool>) -> Self {
        self.stop = flag;
        self
    }

    /// Sets the heuristic for initial proof and disproof numbers. It changes the cost of a measurement, not the length or the line.
    pub fn heuristic(mut self, heuristic: impl DfpnHeuristic + Send + Sync + 'static) -> Self {
        self.heuristic = Arc::new(heuristic);
        self
    }

    /// Reserves memory for the table; its pages are used only as the table fills.
    ///
    /// # Errors
    ///
    /// [`TableError`] if there is no memory of that size.
    pub fn build(self) -> Result<Lengths, TableError> {
        Ok(Lengths {
            search: Bounded::new(self.hash_bytes, self.heuristic, self.stop)?,
            nodes: self.nodes,
            max_plies: self.max_plies,
        })
    }
}

/// Measures the length of the shortest mate, exact or traditional ([`LengthRule`]).
///
/// Lengths and lines are the same at every table size and with every heuristic. Of equally good lines without leftovers
/// ([`Measured::without_leftovers`]), the search takes one; another table or heuristic may give another.
///
/// ```
/// use komadai_core::Position;
/// use komadai_tsume::{Length, LengthRule, Lengths};
///
/// let mut pos: Position = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse()?;
/// let measured = Lengths::builder().hash_mb(1).build()?.measure(&mut pos, LengthRule::EveryPly);
/// assert_eq!(measured.length, Length::Exact(1));
/// assert_eq!(measured.line, ["G*5b".parse()?]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Lengths {
    pub(super) search: Bounded,
    pub(super) nodes: u64,
    pub(super) max_plies: u16,
}

komadai_core::debug_by_sizes!(Lengths { nodes, max_plies } []);

impl Lengths {
    /// A builder with default limits and the heuristic [`Mobility`].
    pub fn builder() -> LengthsBuilder {
        LengthsBuilder {
            hash_bytes: 16 << 20,
            nodes: 10_000_000,
            max_plies: 4_000,
            stop: Arc::new(AtomicBool::new(false)),
            heuristic: Arc::new(Mobility),
        }
    }

    /// Measures the length and the line of the shortest mate by the side to move. Moves are played on `pos` itself and taken back, as in
    /// [`Solver::solve`](crate::Solver::solve).
    ///
    /// The mate of an exact length has been played through against every reply. That no shorter mate exists rests on the
    /// search alone, until [`Lengths::certify_no_mate`] shows it.
    pub fn measure(&mut self, pos: &mut Position, rule: LengthRule) -> Measured {
        let length = self.find(pos, pos.side_to_move(), rule);
        self.measured(pos, length)
    }

    /// A length with its lines.
    pub(super) fn measured(&mut self, pos: &Position, length: Length) -> Measured {
        let without_leftovers = self.solution(pos);
        let length = match (length, self.search.shown_plies(pos)) {
            (Length::Between { at_least, at_most }, Some(plies)) => {
                Length::of_bounds(at_least, at_most.min(plies))
            }
            _ => length,
        };
        let line = match length {
            Length::Exact(plies) => main_line(self.again(), pos, plies).unwrap_or_default(),
            _ => Vec::new(),
        };
        Measured { length, line, without_leftovers, nodes: self.search.nodes }
    }

    /// Measures only the length, which costs a fraction of [`Lengths::measure`].
    pub fn length(&mut self, pos: &mut Position, rule: LengthRule) -> Length {
        self.find(pos, pos.side_to_move(), rule)
    }

    /// Returns the proof of a shortest mate by the side to move, every ply counted, if it is found by looking at `positions` positions,
    /// plus as many again for what the table has lost. [`Tree::line`] is a shortest mate against a longest defence. That no shorter mate
    /// exists rests on the search alone, as in [`Lengths::measure`].
    ///
    /// It costs little more than the length alone, and less than half of [`Lengths::measure`] for mates in 9 and more. In return the line
    /// is whichever of several equally good ones the search has found: another table or heuristic may give another.
    ///
    /// ```
    /// use komadai_tsume::Lengths;
    ///
    /// let mut pos = "8l/7sk/7R1/6B2/9/8b/9/9/9 b Sr4g2s4n3l18p 1".parse()?;
    /// let mut lengths = Lengths::builder().hash_mb(1).build()?;
    /// let tree = lengths.shortest_mate(&mut pos, 10_000).expect("it is a mate in 5");
    /// assert_eq!((tree.plies(tree.root()), tree.line().len()), (Some(5), 5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shortest_mate(&mut self, pos: &mut Position, positions: u64) -> Option<Tree> {
        self.search.new_problem(Problem::new(pos, pos.side_to_move()), LengthRule::EveryPly);
        let (_, Bound::Mate { plies, .. }) = self.ask_from_below(pos, 1, self.max_plies, positions) else {
            return None;
        };
        let limit = self.search.nodes.saturating_add(positions);
        shortest::build(self.until(limit), pos, plies)
    }

    /// Gives a proof a line in which neither side can do better, by looking at about `positions` positions, if an earlier
    /// [`Lengths::shortest_mate`] has found that no mate is shorter. Returns whether the proof has that line.
    pub(crate) fn show_shortest(&mut self, proof: &mut Tree, positions: u64) -> bool {
        let plies = proof.plies(proof.root()).and_then(|plies| u16::try_from(plies).ok());
        let sooner = plies.and_then(|plies| plies.checked_sub(2));
        let limit = self.search.nodes.saturating_add(positions);
        sooner.is_some_and(|sooner| self.search.has_no_mate(proof.position(), sooner))
            && shortest::find_line(self.until(limit), proof).is_some()
    }

    /// The line of the mate by the side that has just given check: a longest defence against shortest checks. Empty if the length
    /// is not exact.
    pub(crate) fn line_for(&mut self, pos: &mut Position, rule: LengthRule) -> Vec<Move> {
        match self.find(pos, !pos.side_to_move(), rule) {
            Length::Exact(plies) => main_line(self.again(), pos, plies).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Whether an interposition is futile in a position where the defender, to move, is mated; `None` if the limits ended the
    /// search.
    pub(crate) fn is_in_vain(&mut self, pos: &mut Position, drop: Move) -> Option<bool> {
        let Length::Exact(plies) = self.find(pos, !pos.side_to_move(), LengthRule::Traditional) else {
            return None;
        };
        self.is_futile(pos, drop, plies)
    }

    /// Whether an interposition is futile in a position where the defender, to move, is mated in `plies`; `None` if the
    /// limits ended the search.
    pub(crate) fn is_futile(&mut self, pos: &mut Position, drop: Move, plies: u16) -> Option<bool> {
        self.search.new_problem(Problem::new(pos, !pos.side_to_move()), LengthRule::Traditional);
        is_in_vain(self.again(), pos, drop, plies)
    }

    /// Finds the length of a mate by `attacker` from below, whichever side is to move.
    pub(crate) fn find(&mut self, pos: &mut Position, attacker: Color, rule: LengthRule) -> Length {
        self.search.new_problem(Problem::new(pos, attacker), rule);
        let mut from = u16::from(pos.side_to_move() == attacker);
        loop {
            match self.ask_from_below(pos, from, self.max_plies, self.nodes) {
                (asked, Bound::Mate { plies, .. }) => match self.again().settle(pos, plies) {
                    Answer::Mate(_) => return Length::Exact(plies),
                    Answer::NoMate if asked + 2 <= self.max_plies => from = asked + 2,
                    Answer::NoMate => return Length::AtLeast(asked + 2),
                    Answer::Open => return Length::AtLeast(asked),
                },
                (_, Bound::NoMate { plies: FOREVER, .. }) => return Length::NoMate,
                (asked, Bound::NoMate { plies, .. }) => return Length::AtLeast(next(plies, asked)),
                (asked, Bound::Open(_) | Bound::Unseen) => return Length::AtLeast(asked),
            }
        }
    }

    /// Asks for a mate within `plies` and, as long as there is none, within the next open number of plies, up to `most`. Returns the
    /// first other answer, or the last one, with the plies asked about.
    pub(super) fn ask_from_below(
        &mut self,
        pos: &mut Position,
        mut plies: u16,
        most: u16,
        limit: u64,
    ) -> (u16, Bound) {
        loop {
            match self.until(limit).ask(pos, plies) {
                Bound::NoMate { plies: not, .. } if next(not, plies) <= most => plies = next(not, plies),
                found => return (plies, found),
            }
        }
    }

    /// The search, with the node limit granted once more on top of the nodes it has used.
    pub(super) fn again(&mut self) -> &mut Bounded {
        self.until(self.search.nodes.saturating_add(self.nodes))
    }

    /// The search, which ends when it has looked at `limit` positions.
    pub(super) fn until(&mut self, limit: u64) -> &mut Bounded {
        self.search.limit = limit;
        &mut self.search
    }

    /// Clears the table.
    pub fn clear(&mut self) {
        self.search.clear();
    }

    /// Number of positions looked at by the last measurement.
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Whether the flag that ends measurements is set.
    pub fn is_stopped(&self) -> bool {
        self.search.is_stopped()
    }
}

impl Default for Lengths {
    fn default() -> Self {
        Self::builder().build().expect("16 MB can be reserved")
    }
}

/// The next number of plies to ask about if there is no mate within `not`, odd or even like `asked`.
fn next(not: u16, asked: u16) -> u16 {
    not.saturating_add(1 + u16::from(not % 2 == asked % 2))
}
