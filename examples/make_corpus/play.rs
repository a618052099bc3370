//! Blocks of games on several threads, written in their order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use komadai::Evaluator;
use komadai::learn::corpus::{Block, CorpusError, CorpusFile, SelfPlay};
use komadai::learn::in_parallel;
use komadai_report::{Failure, Progress};

use crate::options::Options;

/// Plays what is missing. A block that is ready before the one ahead of it waits in memory.
pub(crate) fn play<E: Evaluator<State: Send> + Sync>(
    options: &Options,
    games: &SelfPlay,
    eval: &E,
    file: &mut CorpusFile,
) -> Result<(), Failure> {
    let size = games.options().games_per_block;
    let blocks: Vec<u64> = (file.next_block()..options.games.div_ceil(size.into())).collect();
    let threads = usize::from(options.threads).min(blocks.len());
    if threads == 0 {
        return Ok(());
    }
    let player = options.player();
    let players = (0..threads).map(|_| player.player(eval)).collect::<Result<Vec<_>, _>>()?;

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
