//! Runs a program with little memory and little time, and says how it ended.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// Kilobytes of addresses that a program may take: what is huge is refused at once, on any machine.
const MEMORY: &str = "2000000";

/// A program that is asked to end by a signal has so long.
const LEAVE: Duration = Duration::from_secs(10);

/// Where the standard output of a program goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Out {
    /// Into a file, which is read afterwards.
    Kept,
    /// Into a pipe that nobody reads.
    Closed,
    /// Into a device without room.
    Full,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// Exit status; `None` if it was still at work and was ended.
    pub(crate) status: Option<i32>,
    /// Beginning of the standard output.
    pub(crate) out: String,
    /// Beginning of the standard error.
    pub(crate) err: String,
}

/// The command that runs a program with limited memory.
pub(crate) fn limited(program: &Path) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -v \"$1\" && shift && exec \"$@\"", "sh", MEMORY]).arg(program);
    // Without a terminal help is as wide as this variable says.
    command.env_remove("COLUMNS").env("RUST_BACKTRACE", "0");
    command
}

/// Runs a program in a folder until it ends, or until the time is up: then it is asked to end.
///
/// `logs` is a folder for what it prints. Wrong is: a panic, an end by a signal that was not sent, a program that
/// does not end when it is asked to.
pub(crate) fn run(
    program: &Path,
    words: &[OsString],
    folder: &Path,
    logs: &Path,
    out: Out,
    time: Duration,
) -> Result<Ended, String> {
    run_with(Path::new("/dev/null"), program, words, folder, logs, out, time)
}

/// The same with a standard input.
pub(crate) fn run_with(
    input: &Path,
    program: &Path,
    words: &[OsString],
    folder: &Path,
    logs: &Path,
    out: Out,
    time: Duration,
) -> Result<Ended, String> {
    let [kept, err] = ["stdout", "stderr"].map(|name| logs.join(name));
    let mut command = limited(program);
    command.args(words).current_dir(folder).stdin(File::open(input).unwrap());
    command.stderr(File::create(&err).unwrap());
    match out {
        Out::Kept => command.stdout(File::create(&kept).unwrap()),
        Out::Closed => command.stdout(std::io::pipe().unwrap().1),
        Out::Full => command.stdout(File::options().write(true).open("/dev/full").unwrap()),
    };
    let mut child = command.spawn().unwrap();
    // It holds an end of the pipe.
    drop(command);
    let ended = wait(&mut child, time);
    if ended.is_none() {
        interrupt(&mut child)?;
    }
    let status = ended.map(|status| code(status, &beginning(&err))).transpose()?;
    let out = if out == Out::Kept { beginning(&kept) } else { String::new() };
    let err = beginning(&err);
    if err.contains("panicked") {
        return Err(format!("panicked: {err}"));
    }
    Ok(Ended { status, out, err })
}

/// The exit status of a program that ended by itself.
pub(crate) fn code(status: ExitStatus, err: &str) -> Result<i32, String> {
    if let Some(signal) = status.signal() {
        return Err(format!("ended by signal {signal}: {err}"));
    }
    match status.code().unwrap() {
        code @ 0..=2 => Ok(code),
        code => Err(format!("exit status {code}: {err}")),
    }
}

/// Waits so long for a program to end.
pub(crate) fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let begun = Instant::now();
    loop {
        match child.try_wait().unwrap() {
            None if begun.elapsed() < time => thread::sleep(Duration::from_millis(5)),
            ended => return ended,
        }
    }
}

/// Asks a program to end, as Ctrl-C and the system's shutdown do, and waits for it. (Ctrl-C itself, SIGINT, is ignored by
/// programs that a shell has started in the background, and so by their children.)
pub(crate) fn interrupt(child: &mut Child) -> Result<(), String> {
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    // It may have ended meanwhile.
    kill.unwrap();
    if wait(child, LEAVE).is_none() {
        child.kill().unwrap();
        child.wait().unwrap();
        return Err(format!("is still there {LEAVE:?} after it was asked to end"));
    }
    Ok(())
}

/// The first megabyte of a file, as text.
fn beginning(path: &Path) -> String {
    let mut bytes = Vec::new();
    File::open(path).unwrap().take(1 << 20).read_to_end(&mut bytes).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Words of a command line as they are typed.
pub(crate) fn shown(words: &[OsString]) -> String {
    let word = |word: &OsString| {
        let text = word.to_string_lossy().into_owned();
        if text.is_empty() || text.contains(' ') { format!("'{text}'") } else { text }
    };
    words.iter().map(word).collect::<Vec<_>>().join(" ")
}

/// Words of a command line.
pub(crate) fn words<W: AsRef<OsStr>>(of: &[W]) -> Vec<OsString> {
    of.iter().map(|word| word.as_ref().to_owned()).collect()
}
