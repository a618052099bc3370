//! Openings, positions, games and mate problems that come with the package, as text; the README of each folder of `data` gives their origin.

/// Openings of about 20 plies after which a deeper search sees neither side ahead: `data/openings/balanced.sfen`.
pub const BALANCED_OPENINGS: &str = include_str!("../data/openings/balanced.sfen");
/// More openings: `data/openings/more.sfen`.
pub const MORE_OPENINGS: &str = include_str!("../data/openings/more.sfen");
/// Positions of the middle game: `data/positions/midgame.tsv`.
pub const MIDGAME: &str = include_str!("../data/positions/midgame.tsv");
/// Next-move problems with one right answer: `data/positions/problems.tsv`.
pub const PROBLEMS: &str = include_str!("../data/positions/problems.tsv");
/// Positions with the move played there: `data/positions/played.tsv`.
pub const PLAYED: &str = include_str!("../data/positions/played.tsv");
/// Championship games: `data/games/sample.tsv`.
pub const GAMES: &str = include_str!("../data/games/sample.tsv");
/// Move weights for realization probabilities by softmax: `data/models/softmax.kmd`.
pub const SOFTMAX: &[u8] = include_bytes!("../data/models/softmax.kmd");
/// Mates from games, 20 each in 3, 5, 7, 9 and 11 plies: `data/tsume/mates.sfen`.
pub const MATES: &str = include_str!("../data/tsume/mates.sfen");
/// Mates from Shogi Zuko and Shogi Muso: `data/tsume/zuko_muso.sfen`.
pub const ZUKO_MUSO: &str = include_str!("../data/tsume/zuko_muso.sfen");
/// No-mates from Shogi Zuko and Shogi Muso: `data/tsume/nomates.sfen`.
pub const NO_MATES: &str = include_str!("../data/tsume/nomates.sfen");
/// Mate problems that some solver once got wrong: `data/tsume/issue_regressions.sfen`.
pub const MATE_REGRESSIONS: &str = include_str!("../data/tsume/issue_regressions.sfen");
/// No-mates in which repetitions matter: `data/tsume/generated_nomates.sfen`.
pub const GENERATED_NO_MATES: &str = include_str!("../data/tsume/generated_nomates.sfen");
