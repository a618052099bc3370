//! Who plays, and blocks of games on several threads, written in their order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use komadai::samples::BALANCED_OPENINGS;
use komadai_core::rng::mix;
use komadai_core::{Evaluator, Value};
use komadai_learn::corpus::{Block, CorpusError, CorpusFile, SelfPlay};
use komadai_learn::in_parallel;
use komadai_report::{Failure, Progress};
use komadai_search::{Engine, Limits, modern};

use super::options::Options;
use crate::data::openings::read_openings;

/// Megabytes of a player's table.
const HASH_MB: usize = 1;
/// What a player thinks a draw is worth, in centipawns. With 0, four games in ten of material against itself are repetitions, which
/// teach little; a pawn less is enough to make them rare.
const DRAW: i32 = -100;

/// A player, for one thread.
fn player<E: Evaluator>(eval: &E) -> Result<impl Engine, Failure> {
    Ok(modern(eval, HASH_MB)?.draw_value(Value::from_cp(DRAW)))
}

/// What the player is called, with its evaluation. The number at the end is made of moves and values of searches, so that a
/// search or a model that was changed since does not go on with games of the old one.
pub(super) fn describe<E: Evaluator>(name: &str, eval: &E) -> Result<String, Failure> {
    let mut player = player(eval)?;
    let mut print = 0;
    for opening in read_openings(BALANCED_OPENINGS)?.iter().step_by(10) {
        player.clear();
        let report = player.search_game(opening.tracked(), &Limits::nodes(1_000), &mut |_| {});
        if let Some(mv) = report.best {
            print = mix(print ^ mv.code() as u64);
            print = mix(print ^ u64::from(report.value.cp().unsigned_abs()));
        }
    }
    Ok(format!("modern search, {name}, {HASH_MB} MB, draws worth {DRAW}, {:06x}", print >> 40))
}

/// Plays what is missing. A block that is ready before the one ahead of it waits in memory.
pub(super) fn play<E: Evaluator<State: Send> + Sync>(
    options: &Options,
    games: &SelfPlay,
    eval: &E,
    file: &mut CorpusFile,
) -> Result<(), Failure> {
    let size = games.options().games_per_block;
    let blocks: Vec<u64> = (file.next_block()..options.games.div_ceil(size.into())).collect();
    let threads = options.threads.count().min(blocks.len());
    if threads == 0 {
        return Ok(());
    }
    let players = (0..threads).map(|_| player(eval)).collect::<Result<Vec<_>, _>>()?;
    let there = file.total();
    let progress =
        Progress::new(options.games as usize, (there.games + there.dropped) as usize, "games").resumable();
    let mut waiting = BTreeMap::new();
    let outcome = in_parallel(
        players,
        &blocks,
        |player, &block| Block::play(games, Block::numbers(block, size, options.games), player),
        |index, block| {
            for _ in 0..block.tally.games + block.tally.dropped {
                progress.step();
            }
            waiting.insert(blocks[index], block);
            while let Some(block) = waiting.remove(&file.next_block()) {
                if let Err(error) = file.append(&block) {
                    return ControlFlow::Break(error);
                }
            }
            ControlFlow::<CorpusError>::Continue(())
        },
    );
    progress.finish();
    match outcome {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(error) => Err(error.into()),
    }
}
