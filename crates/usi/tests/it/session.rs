//! A user with an engine: lines go in, lines come out, in a thread of their own. The tests of the facade talk so with the example engine.

use std::io::{self, BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

pub(crate) struct Session {
    input: Option<PipeWriter>,
    pub(crate) output: Receiver<String>,
    /// Waits for the end of the engine, which must be a good one.
    wait: Option<Box<dyn FnOnce()>>,
}

/// Longer than any answer takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

impl Session {
    /// With the engine that `start` begins, which reads and writes these, and for whose end waits what it returns.
    pub(crate) fn of(start: impl FnOnce(PipeReader, PipeWriter) -> Box<dyn FnOnce()>) -> Session {
        let (from_user, input) = io::pipe().unwrap();
        let (from_engine, out) = io::pipe().unwrap();
        let (sender, output) = mpsc::channel();
        let wait = Some(start(from_user, out));
        let lines = BufReader::new(from_engine).lines();
        thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        Session { input: Some(input), output, wait }
    }

    pub(crate) fn say(&self, line: &str) {
        self.send(format!("{line}\r\n").as_bytes());
    }

    pub(crate) fn send(&self, bytes: &[u8]) {
        self.input.as_ref().unwrap().write_all(bytes).unwrap();
    }

    pub(crate) fn say_all(&self, lines: &[&str]) {
        for line in lines {
            self.say(line);
        }
    }

    pub(crate) fn hear(&self) -> String {
        self.output.recv_timeout(PATIENCE).expect("the engine answers")
    }

    /// Lines up to and with the first that begins so.
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.hear());
            if lines.last().is_some_and(|line| line.starts_with(beginning)) {
                return lines;
            }
        }
    }

    /// Says lines, of which the last is a `go`, and hears everything up to the answer.
    pub(crate) fn ask(&self, lines: &[&str]) -> Vec<String> {
        self.say_all(lines);
        self.until("bestmove")
    }

    /// The same; the line before the answer must begin its `pv` with the best move.
    pub(crate) fn search(&self, lines: &[&str]) -> Vec<String> {
        let lines = self.ask(lines);
        let best = lines.last().unwrap().split(' ').nth(1).unwrap();
        if best != "resign" && best != "win" {
            let info = &lines[lines.len() - 2];
            let pv = info.split(" pv ").nth(1).unwrap_or_else(|| panic!("no pv in {info}"));
            assert_eq!(pv.split(' ').next(), Some(best), "{info}");
        }
        lines
    }

    /// Ends the input; what the engine still says.
    pub(crate) fn end(mut self) -> Vec<String> {
        self.rest()
    }

    fn rest(&mut self) -> Vec<String> {
        self.input = None;
        let Some(wait) = self.wait.take() else { return Vec::new() };
        wait();
        self.output.iter().collect()
    }
}

/// Nothing is said that the test has not heard.
impl Drop for Session {
    fn drop(&mut self) {
        if !thread::panicking() {
            assert_eq!(self.rest(), [""; 0]);
        }
    }
}
