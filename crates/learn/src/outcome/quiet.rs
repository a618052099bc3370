//! Which records are learned from, and which games are held out.
//!
//! A search evaluates quiet leaves, so an evaluation is trained on quiet positions: in the middle of an exchange material says
//! nothing, and weights would be distorted to explain it.

use komadai_core::notation::packed::{PackedError, Record};
use komadai_core::rng;

use crate::corpus::games;
use crate::outcome::options::OutcomeOptions;
use crate::parallel::map_in_parallel;
use crate::training::TrainingError;

/// The reason why a record is not learned from: the first one that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check.
    Check,
    /// The move found is a capture or a promotion.
    Tactical,
    /// The score is beyond the limit.
    Decided,
}

impl Reason {
    /// All reasons, in the order in which they are tested.
    pub const ALL: [Reason; 3] = [Reason::Check, Reason::Tactical, Reason::Decided];

    /// The reason in words, for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Check => "in check",
            Reason::Tactical => "move takes or promotes",
            Reason::Decided => "score beyond the limit",
        }
    }
}

/// Records of a corpus, divided into training records, held-out records and skipped ones.
///
/// Games are told apart by [`games`], where the ply falls. A corpus with shuffled records cannot be split by game: positions of one
/// game would be both trained on and validated on.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of records to learn from, in ascending order.
    pub train: Vec<u32>,
    /// Numbers of records of the games held out, in ascending order.
    pub held_out: Vec<u32>,
    /// Games in the corpus, and those of them held out.
    pub games: (u64, u64),
    /// `[Reason::ALL]`: how many were skipped.
    skipped: [u64; Reason::ALL.len()],
}

komadai_core::debug_by_sizes!(Selection { games, skipped } [train, held_out]);

/// Records that a thread tests at a time.
const CHUNK: usize = 1 << 14;

impl Selection {
    /// Divides records whose first game has this number in the corpus; there may be none to learn from. An error is the first
    /// record that cannot be unpacked, or more records than can be numbered.
    pub(crate) fn from_game(
        records: &[Record],
        first: u64,
        options: &OutcomeOptions,
        threads: usize,
    ) -> Result<Selection, TrainingError> {
        if u32::try_from(records.len()).is_err() {
            return Err(TrainingError::TooMany(records.len()));
        }
        let one = |(): &mut (), (n, chunk): (usize, &[Record])| look(chunk, n * CHUNK, options);
        let workers = vec![(); threads.max(1)];
        let looked_at = map_in_parallel(workers, records.chunks(CHUNK).enumerate(), one, || {});
        let mut selection = Selection::default();
        let mut reasons = Vec::with_capacity(records.len());
        for chunk in looked_at {
            reasons.extend(chunk?);
        }
        let mut numbered = (0..).zip(reasons);
        for (number, game) in (first..).zip(games(records)) {
            let held = held_out(number, options);
            selection.games.0 += 1;
            selection.games.1 += u64::from(held);
            for (index, reason) in numbered.by_ref().take(game.len()) {
                match reason {
                    Some(reason) => selection.skipped[reason as usize] += 1,
                    None if held => selection.held_out.push(index),
                    None => selection.train.push(index),
                }
            }
        }
        Ok(selection)
    }

    /// Number of records skipped, by reason.
    pub fn skipped(&self) -> impl Iterator<Item = (Reason, u64)> + '_ {
        Reason::ALL.into_iter().zip(self.skipped)
    }
}

/// Decides by the number of the game and the seed alone, so that in a corpus that has grown, its earlier games stay held out or not.
fn held_out(game: u64, options: &OutcomeOptions) -> bool {
    rng::mix(rng::mix(options.seed) ^ game) % 100 < options.held_out_percent
}

/// Tests records; the first has the number `first`.
fn look(
    records: &[Record],
    first: usize,
    options: &OutcomeOptions,
) -> Result<Vec<Option<Reason>>, TrainingError> {
    let reason = |record: &Record| -> Result<Option<Reason>, PackedError> {
        let pos = record.position.unpack(record.ply)?;
        if pos.in_check() {
            return Ok(Some(Reason::Check));
        }
        if record.mv.is_some_and(|mv| mv.is_promotion() || pos.piece_at(mv.to()).is_some()) {
            return Ok(Some(Reason::Tactical));
        }
        Ok((i32::from(record.score).abs() > options.score_limit).then_some(Reason::Decided))
    };
    let all = records.iter().enumerate();
    all.map(|(i, record)| reason(record).map_err(|error| TrainingError::Record { index: first + i, error }))
        .collect()
}
