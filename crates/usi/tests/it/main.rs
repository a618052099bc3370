//! All integration tests in one program: one file an idea, linked once.

mod book;
#[cfg(unix)]
mod client;
mod go;
mod hold;
mod input;
mod mates;
mod options;
mod session;
mod time;
