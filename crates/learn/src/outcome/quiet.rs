//! Which records are learned from, and which games are held out.
//!
//! An evaluation is asked at quiet leaves of a search, so it is trained on quiet positions: in the middle of an exchange
//! material says nothing, and weights would be bent to explain it.

use komadai_core::notation::packed::{PackedError, Record};
use komadai_core::{Evaluator, rng};
use komadai_eval::Material;
use komadai_search::Searcher;

use crate::corpus::games;
use crate::outcome::options::{OutcomeError, OutcomeOptions};
use crate::parallel::map_in_parallel;

/// Why a record is not learned from; the first reason that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check.
    Check,
    /// The move found is a capture or a promotion.
    Tactical,
    /// The score is beyond the limit.
    Decided,
    /// Exchanges change the material.
    Exchange,
}

impl Reason {
    /// All reasons, in the order in which they are looked at.
    pub const ALL: [Reason; 4] = [Reason::Check, Reason::Tactical, Reason::Decided, Reason::Exchange];

    /// The reason in words, for tables.
    pub const fn words(self) -> &'static str {
        match self {
            Reason::Check => "in check",
            Reason::Tactical => "move takes or promotes",
            Reason::Decided => "score beyond the limit",
            Reason::Exchange => "exchanges change material",
        }
    }
}

/// Records of a corpus sorted into training records, held-out records and those passed over.
///
/// Games are told apart as [`games`] does it, by the ply that falls. A corpus whose records were shuffled cannot be split by
/// game: its neighbours would teach what is to be validated.
#[derive(Clone, PartialEq, Eq)]
pub struct Selection {
    /// Numbers of records to learn from, rising.
    pub train: Vec<u32>,
    /// Numbers of records of the games held out, rising.
    pub held_out: Vec<u32>,
    /// Games in the corpus, and those of them held out.
    pub games: (u64, u64),
    /// `[Reason::ALL]`: how many were passed over.
    skipped: [u64; Reason::ALL.len()],
}

komadai_core::debug_by_sizes!(Selection { games, skipped } [train, held_out]);

/// Records a thread looks at in one go.
const CHUNK: usize = 1 << 14;

impl Selection {
    /// Sorts all records.
    ///
    /// # Errors
    ///
    /// [`OutcomeError::Record`]: the first that cannot be unpacked. [`OutcomeError::TooMany`], [`OutcomeError::Nothing`].
    pub fn new(
        records: &[Record],
        options: &OutcomeOptions,
        threads: usize,
    ) -> Result<Selection, OutcomeError> {
        let selection = Selection::from_game(records, 0, options, threads)?;
        if selection.train.is_empty() { Err(OutcomeError::Nothing(records.len())) } else { Ok(selection) }
    }

    /// Sorts records whose first game has this number in the corpus; there may be none to learn from.
    pub(super) fn from_game(
        records: &[Record],
        first: u64,
        options: &OutcomeOptions,
        threads: usize,
    ) -> Result<Selection, OutcomeError> {
        if u32::try_from(records.len()).is_err() {
            return Err(OutcomeError::TooMany(records.len()));
        }
        let one = |(): &mut (), (n, chunk): (usize, &[Record])| look(chunk, n * CHUNK, options);
        let workers = vec![(); threads.max(1)];
        let looked_at = map_in_parallel(workers, records.chunks(CHUNK).enumerate(), one, || {});
        let mut selection =
            Selection { train: Vec::new(), held_out: Vec::new(), games: (0, 0), skipped: [0; _] };
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

    /// How many records were passed over, by reason.
    pub fn skipped(&self) -> impl Iterator<Item = (Reason, u64)> + '_ {
        Reason::ALL.into_iter().zip(self.skipped)
    }
}

/// By number of the game and seed alone, so that a corpus that has grown keeps its games where they were.
fn held_out(game: u64, options: &OutcomeOptions) -> bool {
    rng::mix(rng::mix(options.seed) ^ game) % 100 < options.held_out_percent
}

/// Records whose first has the number `first`.
fn look(
    records: &[Record],
    first: usize,
    options: &OutcomeOptions,
) -> Result<Vec<Option<Reason>>, OutcomeError> {
    let material = Material::new(options.material);
    let mut searcher = Searcher::new(material).piece_values(options.material);
    let mut reason = |record: &Record| -> Result<Option<Reason>, PackedError> {
        let pos = record.position.unpack(record.ply)?;
        if pos.in_check() {
            return Ok(Some(Reason::Check));
        }
        if record.mv.is_some_and(|mv| mv.is_promotion() || pos.piece_at(mv.to()).is_some()) {
            return Ok(Some(Reason::Tactical));
        }
        if i32::from(record.score).abs() > options.score_limit {
            return Ok(Some(Reason::Decided));
        }
        let exchange = options.exchange_limit.filter(|&limit| {
            let still = material.evaluate(&material.fresh(&pos), &pos);
            (searcher.quiescence(&pos).cp() - still.cp()).abs() > limit
        });
        Ok(exchange.map(|_| Reason::Exchange))
    };
    let all = records.iter().enumerate();
    all.map(|(i, record)| reason(record).map_err(|source| OutcomeError::Record { index: first + i, source }))
        .collect()
}
