//! What the conversation waits for: lines of the input, and the work of a `go`, each in a thread of its own.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use komadai_core::notation::usi::Command;
use komadai_search::Engine;

/// An event for the loop of the conversation.
pub(crate) enum Event {
    /// A line of the input.
    Line(Line),
    /// The input is over.
    End,
    /// A line from a search.
    Info(String),
    /// The work of a `go` is done.
    Done(Done),
}

/// Result of the work of a `go`.
pub(crate) struct Done {
    /// The engine, if it was needed and has not panicked.
    pub(crate) engine: Option<Box<dyn Engine + Send>>,
    /// The last lines.
    pub(crate) answer: Vec<String>,
}

/// The channel of all events.
pub(crate) struct Events {
    sender: Sender<Event>,
    receiver: Receiver<Event>,
    /// Events put off while something else was awaited.
    later: VecDeque<Event>,
}

impl Events {
    /// Starts to read the input.
    pub(crate) fn of(input: impl BufRead + Send + 'static) -> io::Result<Events> {
        let (sender, receiver) = mpsc::channel();
        let lines = sender.clone();
        // Not joined: it may wait for a line that never comes.
        thread::Builder::new().name("usi input".to_owned()).spawn(move || read(input, &lines))?;
        Ok(Events { sender, receiver, later: VecDeque::new() })
    }

    /// The next event, put-off ones first; `None` if none comes before the deadline.
    pub(crate) fn next(&mut self, deadline: Option<Instant>) -> Option<Event> {
        match self.later.pop_front() {
            Some(event) => Some(event),
            None => self.fresh(deadline),
        }
    }

    /// The next new event, whatever was put off; `None` if none comes before the deadline.
    pub(crate) fn fresh(&mut self, deadline: Option<Instant>) -> Option<Event> {
        let left = deadline.map_or(Duration::MAX, |at| at.saturating_duration_since(Instant::now()));
        match self.receiver.recv_timeout(left) {
            Ok(event) => Some(event),
            // There is a sender in `self`: the channel never closes.
            Err(RecvTimeoutError::Disconnected) => Some(Event::End),
            Err(RecvTimeoutError::Timeout) => None,
        }
    }

    /// Puts an event off until nothing else is awaited.
    pub(crate) fn put_off(&mut self, event: Event) {
        self.later.push_back(event);
    }

    /// Whether a line that was put off tells the work under way to end. (`quit` is for the last of the commands of a file.)
    pub(crate) fn has_put_off_a_stop(&self) -> bool {
        let stops =
            |line: &Line| matches!(Command::parse(&line.text), Ok(Command::Stop | Command::GameOver(_)));
        self.later.iter().any(|event| matches!(event, Event::Line(line) if stops(line)))
    }

    /// Starts the work of a `go`. If it panics, `otherwise` is its answer, so that the user does not wait for ever.
    pub(crate) fn start<F>(&self, otherwise: &'static str, work: F) -> io::Result<()>
    where
        F: FnOnce(&mut dyn FnMut(String)) -> Done + Send + 'static,
    {
        let sender = self.sender.clone();
        let thread = thread::Builder::new().name("usi search".to_owned());
        thread.spawn(move || {
            let mut info = |line| drop(sender.send(Event::Info(line)));
            let done = panic::catch_unwind(AssertUnwindSafe(|| work(&mut info)));
            let panicked = ["info string error the search panicked", otherwise].map(str::to_owned);
            let done = done.unwrap_or_else(|_| Done { engine: None, answer: panicked.into() });
            let _ = sender.send(Event::Done(done));
        })?;
        Ok(())
    }
}

/// Sends every line, then the end.
fn read(mut input: impl BufRead, sender: &Sender<Event>) {
    while let Ok(Some(line)) = next_line(&mut input) {
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
    }
    let _ = sender.send(Event::End);
}

/// The longest line that is read, in bytes: a game of more than 200,000 moves.
const LONGEST: usize = 1 << 20;

/// A line, and why it cannot be read.
#[derive(Debug)]
pub(crate) struct Line {
    /// When it came.
    pub(crate) at: Instant,
    /// What could be read of it.
    pub(crate) text: String,
    /// What was wrong.
    pub(crate) error: Option<String>,
}

/// The next line; `None` at the end of the input. Takes no more memory than the longest line allowed.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST as u64).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut error = None;
    if bytes.len() == LONGEST && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        error = Some(format!("the line has more than {LONGEST} bytes"));
    }
    // Files and programs of Windows may begin with a byte order mark.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(.."\u{feff}".len());
    }
    let text = String::from_utf8(bytes).unwrap_or_else(|invalid| {
        error.get_or_insert_with(|| "the line is not UTF-8".to_owned());
        String::from_utf8_lossy(invalid.as_bytes()).into_owned()
    });
    Ok(Some(Line { at: Instant::now(), text, error }))
}
