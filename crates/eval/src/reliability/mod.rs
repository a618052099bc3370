//! Reliability of a search: how far the value of a deep search may lie from that of a shallow one \[R17\] \[R18\].
//!
//! The difference of the two (深浅差) is spread around zero, wider in some positions than in others. Paper 004 assumes that it is
//! normal and learns its standard deviation σ from features of the position; a small σ means that the shallow value can be relied
//! on, and a multiple of σ is the margin of a forward pruning \[R19\].
//!
//! The features are those of section 3.3.2, in five sets: three of Table 1 and two of ours. They are seen by the side to move: its
//! pieces are its own, the board is turned for White, and a feature has the same weight for both players.
//!
//! | set | features | a position is described by |
//! |---|--:|---|
//! | [`SpreadFeatures::Constant`] | 1 | nothing: the same σ everywhere |
//! | [`SpreadFeatures::ProgressAlone`] | 1 | its [progress](crate::PieceProgress) |
//! | [`SpreadFeatures::Progress`] | 2 | the same and a constant |
//! | [`SpreadFeatures::ProgressParts`] | 329 | what progress is made of: [`PieceRanks`], [`HandCounts`] |
//! | [`SpreadFeatures::All`] | 1,131 | those, and [`PieceFiles`], [`Pins`], [`KingNeighbours`], [`AttackBalance`] |
//!
//! What a search has found ([`SearchFacts`]) says more than the position alone: by it [`AfterSearch`] corrects the spread, and also
//! the centre, which need not be 0.
//!
//! The differences of real searches are not symmetric about 0 either: [`Sides`] holds their centre and how much wider they are
//! below it than above.
//!
//! A [`ReliabilityModel`] has weights on one of the sets for each pair of depths. It holds what training found; training itself
//! is in `komadai-learn`.

mod around;
mod board;
mod chance;
mod describe;
mod expected;
mod facts;
mod features;
mod link;
mod model;
mod tail;

pub use around::{AttackBalance, KingNeighbours, Pins};
pub use board::{HandCounts, PieceFiles, PieceLines, PieceRanks};
pub use expected::{Expected, Sides};
pub use facts::{AfterSearch, SearchFacts};
pub use features::{ParseSpreadFeaturesError, SpreadFeatures};
pub use link::{FLOOR, Link, NARROWEST, WIDEST};
pub use model::{ReliabilityModel, SpreadWeights};
pub use tail::Tail;
