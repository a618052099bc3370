#![doc = include_str!("../README.md")]

mod client;
mod conversation;
mod engine_command;
mod events;
pub mod info;
mod job;
mod limits;
mod mate;
mod opening;
mod option_types;
mod options;
mod program;
mod reply;
pub mod standard;
mod task;
pub mod time;

pub use client::{Client, ClientError};
pub use conversation::serve;
pub use engine_command::{EngineCommand, EngineCommandError};
pub use opening::{Opening, OpeningBook};
pub use option_types::{AnyOption, Button, Check, Combo, OptionError, Spin, Text};
pub use options::{Change, Options};
pub use program::{EngineResult, MateLine, MateLineSolver, MateQuestion, Program, Remark};
pub use reply::{Answer, Reply};
