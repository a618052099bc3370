//! Packed positions of 256 bits and training records of fixed length: psv and hcpe, the common formats of training data.
//!
//! A position takes 256 bits: the side to move, the squares of both kings, then every square, every piece in hand and every
//! piece that a handicap left out, by codes that are short for what is frequent. The codes are chosen so that a set of
//! pieces fills exactly 256 bits, wherever the pieces are; only the kings cannot be left out.
//!
//! ```text
//! bits, lowest of the first byte first
//!   1   side to move, 0 Black
//!   7   square of Black's king, 7 of White's (numbers as in `Square`)
//!       squares 1a, 1b, … 9i without the kings': 0 for an empty one, or the code of a piece
//!       pieces in hand, Black's first, and pieces left out, until bit 256
//!
//!            psv: board, hand, left out     hcpe: board, hand, left out
//!   pawn     10pc      00c      010         10cp      00c      010
//!   lance    1100pc    1000c    10010       1100cp    1000c    10010
//!   knight   1101pc    1010c    10110       1110cp    1100c    11010
//!   silver   1110pc    1100c    11010       1101cp    1010c    10110
//!   gold     11110c    1110c    11011       11110c    1110c    10111
//!   bishop   111110pc  111100c  1111010     111110cp  111110c  1111000
//!   rook     111111pc  111110c  1111110     111111cp  111111c  1111010
//!            p promoted?, c White's?
//! ```
//!
//! | format | record | bytes | beside position, value and move |
//! |---|---|---|---|
//! | psv (packed sfen, `YaneuraOu`) | [`Record`] | 40 | ply; result for the side to move |
//! | hcpe (Apery, cshogi, dlshogi) | [`HcpeRecord`] | 38 | winner |
//!
//! The value is for the side to move in both. [`TrainingRecord`] is what they share.

mod codes;
mod error;
mod frame;
mod hcpe;
mod psv;
mod training_record;

pub use error::PackedError;
pub use frame::POSITION_LEN;
pub use hcpe::{HCPE_LEN, HcpePosition, HcpeRecord, pack_hcpe_move, unpack_hcpe_move};
pub use psv::{PackedPosition, RECORD_LEN, Record, RecordResult, pack_move, unpack_move};
pub use training_record::{Played, TrainingRecord};
