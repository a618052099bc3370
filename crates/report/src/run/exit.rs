//! The end of a program: one line of error message, and the exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::{ExitCode, Termination};

/// Any error that ends a program; it is shown to the user in one line.
pub type Failure = Box<dyn std::error::Error>;

/// Exit status of a program: that of its result, or 2 after an error.
///
/// An error is printed to standard error after the program's name. A broken pipe is not an error: the reader of the output, such as `head`,
/// has read enough.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use komadai_core::Position;
/// use komadai_report::{Failure, exit_status};
///
/// fn run() -> Result<(), Failure> {
///     let pos: Position = std::env::args().nth(1).ok_or("expected a position as SFEN")?.parse()?;
///     println!("{}", pos.legal_moves().len());
///     Ok(())
/// }
///
/// fn main() -> ExitCode {
///     exit_status("count", run())
/// }
/// ```
pub fn exit_status(program: &str, result: Result<impl Termination, Failure>) -> ExitCode {
    match result {
        Ok(done) => done.report(),
        Err(failure) if is_broken_pipe(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            crate::tell(format_args!("{program}: {failure}"));
            ExitCode::from(2)
        }
    }
}

/// Prints a line on standard error. If that is closed or full, the program goes on.
pub fn tell(words: impl Display) {
    let _ = writeln!(io::stderr(), "{words}");
}

fn is_broken_pipe(failure: &Failure) -> bool {
    failure.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
