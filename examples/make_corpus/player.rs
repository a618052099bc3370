//! Who plays: a modern search, and what it is called.

use komadai::rng::mix;
use komadai::search::{Engine, Limits, modern};
use komadai::{Evaluator, Value};
use komadai_lab::read_openings;
use komadai_report::Failure;

/// All that decides the moves of a player, but its evaluation and the limits.
#[derive(Clone, Copy)]
pub(crate) struct PlayerOptions {
    /// Megabytes of table.
    pub(crate) hash_mb: usize,
    /// What it thinks a draw is worth.
    pub(crate) draw: Value,
}

impl PlayerOptions {
    /// A player, for one thread.
    pub(crate) fn player<E: Evaluator>(self, eval: &E) -> Result<impl Engine, Failure> {
        let searcher = modern(eval, self.hash_mb).map_err(|error| format!("--hash-mb: {error}"))?;
        Ok(searcher.draw_value(self.draw))
    }

    /// What the player is called, with its model. The number at the end is made of moves and values of searches, so that a
    /// search or a model that was changed since does not go on with games of the old one.
    pub(crate) fn describe<E: Evaluator>(self, model: &str, eval: &E) -> Result<String, Failure> {
        let mut player = self.player(eval)?;
        let mut print = 0;
        for opening in read_openings(include_str!("../../data/openings/balanced.sfen"))?.iter().step_by(10) {
            player.clear();
            let report = player.search_game(opening.tracked(), &Limits::nodes(1_000), &mut |_| {});
            if let Some(mv) = report.best {
                print = mix(print ^ mv.code() as u64);
                print = mix(print ^ u64::from(report.value.cp().unsigned_abs()));
            }
        }
        let PlayerOptions { hash_mb, draw } = self;
        Ok(format!("modern search, {model}, {hash_mb} MB, draws worth {}, {:06x}", draw.cp(), print >> 40))
    }
}
