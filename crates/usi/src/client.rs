//! The other side of the conversation: runs a USI engine as a process and asks it for moves.
//!
//! One thread reads the engine's lines and notes when each came, so that delays of the caller do not count as time of the engine. Another
//! thread writes, so that an engine that no longer reads keeps nobody waiting.

use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use komadai_core::{Move, Position};
use komadai_search::Limits;

use crate::engine_command::EngineCommand;
use crate::events::next_line;
use crate::info;
use crate::reply::{Reply, answer};

/// Most lines that wait to be read; an engine that writes more has to wait.
const BACKLOG: usize = 1_024;
/// Time that an engine may take to end, and to answer `stop`.
const LEAVE: Duration = Duration::from_secs(1);
/// The longest wait for a move, even if the caller sets no limit.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3_600);

/// Why an engine gave no move.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The program could not be started.
    #[error("{program:?} cannot be started: {error}")]
    Start {
        /// The program.
        program: String,
        /// Why not.
        error: io::Error,
    },
    /// The engine lacks an option, or the option does not accept the value; the text says what was found and expected.
    #[error("{0}")]
    Option(String),
    /// The process ended, or closed its output.
    #[error("ended ({how}), expected {expected}")]
    Ended {
        /// Its exit status, if it has one.
        how: String,
        /// The word that was waited for.
        expected: &'static str,
    },
    /// The expected word did not come in time.
    #[error("no {expected} within {} ms", .within.as_millis())]
    Silent {
        /// The word that was waited for.
        expected: &'static str,
        /// The time waited.
        within: Duration,
    },
    /// An answer that is neither a move nor `resign` nor `win`.
    #[error("found {line:?}, expected bestmove and a move, resign or win")]
    Answer {
        /// The line.
        line: String,
    },
}

/// USI engine in a process of its own, which ends when the value is dropped.
///
/// After an error the state of the engine is unknown: drop it and start another.
///
/// ```no_run
/// use std::time::Duration;
/// use komadai_core::Position;
/// use komadai_search::Limits;
/// use komadai_usi::{Answer, Client};
///
/// let command = "fairy-stockfish UCI_Variant=shogi Hash=64".parse()?;
/// let mut engine = Client::start(&command, Duration::from_secs(10))?;
/// engine.new_game()?;
/// let reply = engine.search(&Position::startpos(), &["7g7f".parse()?], &Limits::nodes(10_000))?;
/// assert!(matches!(reply.answer, Answer::Move(_)) && reply.value.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Client {
    process: Child,
    input: Sender<String>,
    lines: Receiver<(Instant, String)>,
    /// A line that came after its deadline.
    late: Option<(Instant, String)>,
    name: String,
    patience: Duration,
}

impl Client {
    /// Starts an engine, sets its options and waits until it is ready. `patience` is how long it may take for each answer, beyond the
    /// limits of a search.
    ///
    /// # Errors
    ///
    /// [`ClientError`]: the program cannot be started, ends or is silent, or does not accept an option or its value.
    pub fn start(command: &EngineCommand, patience: Duration) -> Result<Client, ClientError> {
        let EngineCommand { program, arguments, options } = command;
        let failed = |error| ClientError::Start { program: program.clone(), error };
        let mut start = Command::new(program);
        start.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = start.spawn().map_err(failed)?;
        let pipe = process.stdin.take().expect("a pipe was asked for");
        let output = BufReader::new(process.stdout.take().expect("a pipe was asked for"));
        let ((input, said), (sender, lines)) = (mpsc::channel(), mpsc::sync_channel(BACKLOG));
        let patience = patience.min(LONGEST);
        let mut client = Client { process, input, lines, late: None, name: program.clone(), patience };
        let thread = || thread::Builder::new().name("usi engine".to_owned());
        thread().spawn(move || read(output, &sender)).map_err(failed)?;
        thread().spawn(move || write(pipe, &said)).map_err(failed)?;
        let offered = client.introduce()?;
        for (name, value) in options {
            // These two may be sent to every engine.
            let always = ["USI_Hash", "USI_Ponder"].contains(&name.as_str());
            // Spelled as the engine spells it: many engines accept no other case.
            let known = offered.iter().find(|known| known.0.eq_ignore_ascii_case(name));
            let known = known.map(|(name, kind)| (name.as_str(), kind.as_str()));
            let Some((name, kind)) = known.or(always.then_some((name, ""))) else {
                let offered: Vec<&str> = offered.iter().map(|known| known.0.as_str()).collect();
                let (engine, offered) = (&client.name, offered.join(", "));
                let told = format!("found the option {name:?}, expected one that {engine} offers: {offered}");
                return Err(ClientError::Option(told));
            };
            if let Some(expected) = not_of(kind, value) {
                let of = format!("the option {name} of {}", client.name);
                return Err(ClientError::Option(format!("found {value:?} for {of}, expected {expected}")));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            client.say(&format!("setoption name {name}{value}"), "readyok")?;
        }
        client.ready()?;
        Ok(client)
    }

    /// Asks for the name of the engine and for its options, each with its type and what follows the type.
    fn introduce(&mut self) -> Result<Vec<(String, String)>, ClientError> {
        let mut offered = Vec::new();
        let deadline = Instant::now() + self.patience;
        self.say("usi", "usiok")?;
        loop {
            let (_, line) = self.hear("usiok", deadline, self.patience)?;
            if line == "usiok" {
                return Ok(offered);
            } else if let Some(name) = line.strip_prefix("id name ") {
                name.clone_into(&mut self.name);
            } else if let Some(option) = line.strip_prefix("option name ") {
                let (name, kind) = option.split_once(" type ").unwrap_or((option, ""));
                offered.push((name.to_owned(), kind.to_owned()));
            }
        }
    }

    fn ready(&mut self) -> Result<(), ClientError> {
        let deadline = Instant::now() + self.patience;
        self.say("isready", "readyok")?;
        while self.hear("readyok", deadline, self.patience)?.1 != "readyok" {}
        Ok(())
    }

    /// The name that the engine gives itself; that of the program if it gives none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The process id, for questions to the operating system.
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Tells the engine that a new game begins, and waits until it is ready.
    ///
    /// # Errors
    ///
    /// [`ClientError`]: it has ended or is silent.
    pub fn new_game(&mut self) -> Result<(), ClientError> {
        self.say("usinewgame", "readyok")?;
        self.ready()
    }

    /// Lets the engine search the position after these moves. Sends the limits of nodes, depth and time (as byoyomi); without any, the
    /// engine decides itself.
    ///
    /// The engine is stopped if it has not answered within its patience after the time limit or, without one, after 100 µs for each node;
    /// without both, within ten times its patience. If it then answers, [`Reply::stopped`] says so.
    ///
    /// # Errors
    ///
    /// [`ClientError`]: it ends, stays silent, or answers something else than a move.
    pub fn search(
        &mut self,
        start: &Position,
        moves: &[Move],
        limits: &Limits,
    ) -> Result<Reply, ClientError> {
        const EXPECTED: &str = "bestmove";
        // Drop lines that answer no question.
        let _ = (0..BACKLOG).try_for_each(|_| self.lines.try_recv().map(drop));
        self.say(&position(start, moves), EXPECTED)?;
        let patience = match (limits.time, limits.nodes) {
            (Some(time), _) => time.saturating_add(self.patience),
            (None, Some(nodes)) => self.patience + Duration::from_micros(nodes.saturating_mul(100)),
            (None, None) => 10 * self.patience,
        };
        let (mut reply, begun, mut patience) = (Reply::default(), Instant::now(), patience.min(LONGEST));
        self.say(&go(limits), EXPECTED)?;
        loop {
            let (at, line) = match self.hear(EXPECTED, begun + patience, patience) {
                Err(ClientError::Silent { .. }) if !reply.stopped => {
                    self.say("stop", EXPECTED)?;
                    (reply.stopped, patience) = (true, patience + LEAVE);
                    continue;
                }
                heard => heard?,
            };
            let mut words = line.split_whitespace();
            match words.next() {
                Some("info") => reply.note(words),
                Some(EXPECTED) => {
                    reply.elapsed = at.saturating_duration_since(begun);
                    reply.answer = words.next().and_then(answer).ok_or(ClientError::Answer { line })?;
                    return Ok(reply);
                }
                _ => {}
            }
        }
    }

    fn say(&mut self, line: &str, expected: &'static str) -> Result<(), ClientError> {
        // In one piece, so that no engine sees half a line.
        self.input.send(format!("{line}\n")).map_err(|_| self.ended(expected))
    }

    /// The next line and when it came; a line that came too late is kept for the next call.
    fn hear(
        &mut self,
        expected: &'static str,
        deadline: Instant,
        within: Duration,
    ) -> Result<(Instant, String), ClientError> {
        let wait = deadline.saturating_duration_since(Instant::now());
        match self.late.take().map_or_else(|| self.lines.recv_timeout(wait), Ok) {
            Ok((at, line)) if at <= deadline => Ok((at, line)),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended(expected)),
            late => {
                self.late = late.ok();
                Err(ClientError::Silent { expected, within })
            }
        }
    }

    fn ended(&mut self, expected: &'static str) -> ClientError {
        let how = self.left().map_or_else(|| "its pipe".to_owned(), |status| status.to_string());
        ClientError::Ended { how, expected }
    }

    /// The exit status, if the process ends in time.
    fn left(&mut self) -> Option<ExitStatus> {
        let begun = Instant::now();
        loop {
            match self.process.try_wait() {
                Ok(None) if begun.elapsed() < LEAVE => thread::sleep(Duration::from_millis(2)),
                ended => return ended.ok().flatten(),
            }
        }
    }
}

impl Drop for Client {
    /// Asks the engine to leave; one that stays is killed.
    fn drop(&mut self) {
        let _ = self.input.send("stop\nquit\n".to_owned());
        if self.left().is_none() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

/// What an option accepts, by the type and bounds in the line that offers it; `None` if it accepts the value.
fn not_of(kind: &str, value: &str) -> Option<String> {
    let words: Vec<&str> = kind.split_whitespace().collect();
    let bound = |name: &str| {
        let at = words.iter().position(|&word| word == name)?;
        words.get(at + 1)?.parse::<i64>().ok()
    };
    match *words.first()? {
        "spin" => {
            let (min, max) = (bound("min").unwrap_or(i64::MIN), bound("max").unwrap_or(i64::MAX));
            let fits = value.parse().is_ok_and(|number| (min..=max).contains(&number));
            (!fits).then(|| format!("a number from {min} to {max}"))
        }
        "check" => value.parse::<bool>().is_err().then(|| "true or false".to_owned()),
        "combo" => {
            let choices: Vec<&str> = kind.split(" var ").skip(1).map(str::trim).collect();
            // If the engine names no choices, any value may be right.
            let fits = choices.is_empty() || choices.iter().any(|choice| choice.eq_ignore_ascii_case(value));
            (!fits).then(|| format!("one of {}", choices.join(", ")))
        }
        _ => None,
    }
}

/// Writes everything that comes, as long as the engine takes it.
fn write(mut pipe: ChildStdin, said: &Receiver<String>) {
    let _ = said.iter().try_for_each(|text| pipe.write_all(text.as_bytes()));
}

/// Passes every line on.
fn read(mut output: BufReader<impl io::Read>, lines: &SyncSender<(Instant, String)>) {
    while let Ok(Some(line)) = next_line(&mut output) {
        if lines.send((Instant::now(), line.text.trim_end().to_owned())).is_err() {
            return;
        }
    }
}

fn position(start: &Position, moves: &[Move]) -> String {
    let sfen = if *start == Position::startpos() { "startpos".to_owned() } else { format!("sfen {start}") };
    let heading = if moves.is_empty() { "" } else { " moves " };
    format!("position {sfen}{heading}{}", info::moves(moves))
}

fn go(limits: &Limits) -> String {
    let (nodes, depth) = (info::word("nodes", limits.nodes), info::word("depth", limits.depth));
    let time = info::word("btime 0 wtime 0 byoyomi", limits.time.map(|time| time.as_millis()));
    format!("go{nodes}{depth}{time}")
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn choices_that_an_engine_does_not_name_are_not_judged() {
        assert_eq!(not_of("combo default Calm", "Wild"), None);
        assert_eq!(not_of("combo default Calm var Calm", "Wild").as_deref(), Some("one of Calm"));
    }

    #[test]
    fn a_line_that_came_too_late_is_heard_when_more_time_is_given() {
        let process = Command::new("cat").stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
        let (input, (sender, lines)) = (mpsc::channel().0, mpsc::sync_channel(1));
        let (name, patience) = (String::new(), LEAVE);
        let mut client = Client { process, input, lines, late: None, name, patience };
        let now = Instant::now();
        sender.send((now + LEAVE, "bestmove 7g7f".to_owned())).unwrap();
        assert!(matches!(client.hear("bestmove", now, LEAVE), Err(ClientError::Silent { .. })));
        assert_eq!(client.hear("bestmove", now + LEAVE, LEAVE).unwrap().1, "bestmove 7g7f");
    }

    #[test]
    fn an_engine_that_does_not_read_keeps_nobody_waiting() {
        let mut process = Command::new("sleep").arg("100").stdin(Stdio::piped()).spawn().unwrap();
        let (pipe, (input, said)) = (process.stdin.take().unwrap(), mpsc::channel());
        let writer = thread::spawn(move || write(pipe, &said));
        let (lines, name) = (mpsc::sync_channel(1).1, String::new());
        let mut client = Client { process, input, lines, late: None, name, patience: LEAVE };
        // More than a pipe holds.
        client.say(&"7g7f ".repeat(1 << 18), "bestmove").unwrap();
        drop(client);
        writer.join().unwrap();
    }
}
