//! How a program ends: what went wrong in one line, and the exit status.

use std::io;
use std::process::{ExitCode, Termination};

/// Everything that can go wrong is said to the user in one line.
pub(crate) type Failure = Box<dyn std::error::Error>;

/// The status of a run that ended so, which is 2 if it could not be done; then the failure is told under the program's name.
pub(crate) fn status(program: &str, ended: Result<impl Termination, Failure>) -> ExitCode {
    match ended {
        Ok(done) => done.report(),
        // The reader of a pipe has seen enough.
        Err(failure) if is_broken_pipe(&failure) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{program}: {failure}");
            ExitCode::from(2)
        }
    }
}

fn is_broken_pipe(failure: &Failure) -> bool {
    failure.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
