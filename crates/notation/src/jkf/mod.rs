//! JSON Kifu Format: the tree of a record as JSON, as `json-kifu-format` reads and writes it.
//!
//! ```json
//! {"header": {}, "initial": {"preset": "HIRATE"},
//!  "moves": [{}, {"move": {"color": 0, "from": {"x": 7, "y": 7}, "to": {"x": 7, "y": 6}, "piece": "FU"}}]}
//! ```
//!
//! A move may have only `relative` words instead of its origin, or `same` instead of its target. The JSON reader refuses nesting deeper
//! than 128 levels, which is forty variations inside each other.

mod data;
mod read;
mod write;

pub use read::read;
pub(super) use read::read_noting;
pub use write::write;
