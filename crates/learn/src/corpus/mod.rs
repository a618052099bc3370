//! A corpus: games that a searcher plays against itself, kept as packed records for training.
//!
//! Learning from self-play needs millions of positions, each with the value a search found and the result of the game. They take
//! hours to make, so three things matter most here. The corpus is **reproducible**: the number of a game and a seed decide the
//! whole game, whatever was played before and on whatever thread. It can be **interrupted** at any moment and goes on from the last
//! block that was written. And it is **readable by others**: the file contains nothing but 40-byte records
//! ([`Record`](komadai_core::notation::packed::Record)), game after game, as other engines' tools read them.
//!
//! | file | does |
//! |---|---|
//! | `options.rs` | [`CorpusOptions`]: the options of the games |
//! | `self_play.rs` | [`SelfPlay`]: one game by its number, from part of an opening and random moves, played by an [`Engine`](komadai_search::Engine), and its records |
//! | `block.rs` | [`Block`]: some consecutive games, the unit in which a corpus grows |
//! | `file.rs` | [`CorpusFile`]: the records on disk, and the journal that vouches for them |
//! | `read.rs` | [`RecordFile`], [`read_records`], [`games`], [`part_of`]: reading records back, game by game, divided among workers |

mod block;
mod file;
mod options;
mod read;
mod self_play;

pub use block::{Block, Tally};
pub use file::CorpusFile;
pub use options::CorpusOptions;
pub use read::{RecordFile, games, part_of, read_records};
pub use self_play::{PlayedGame, SelfPlay, SelfPlayError};
