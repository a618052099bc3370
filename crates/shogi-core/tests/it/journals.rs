//! Journals: cut off anywhere, they resume to the same end; foreign files are refused and left alone.

use std::error::Error;
use std::path::PathBuf;

use komadai_core::files::FileError;
use komadai_core::journal::{JournalHeader, SavedJournal};

const HEADER: JournalHeader<'_> = JournalHeader { kind: "test", run: "seed 1", columns: "a\tb" };
const HEAD: &str = "# test, journal 1: seed 1\n# a\tb\n";

struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str, bytes: &[u8]) -> TestFile {
        let path = std::env::temp_dir().join(format!("komadai-journal-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        TestFile(path)
    }

    fn bytes(&self) -> Vec<u8> {
        std::fs::read(&self.0).unwrap()
    }

    fn read(&self) -> Result<SavedJournal, FileError> {
        SavedJournal::read(&self.0, &HEADER)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn cut_anywhere_it_keeps_whole_lines_and_ends_the_same() {
    let whole = format!("{HEAD}0\tä\n1\tb\n2\tc\n");
    for cut in 0..=whole.len() {
        let file = TestFile::new("cut", &whole.as_bytes()[..cut]);
        let saved = file.read().unwrap();
        assert_eq!(saved.is_new(), cut < HEAD.len());
        assert_eq!(file.bytes(), &whole.as_bytes()[..cut], "reading changes nothing");
        let lines: Vec<String> = saved.lines().map(|(_, line)| line.to_owned()).collect();
        assert_eq!(lines, ["0\tä", "1\tb", "2\tc"][..lines.len()]);
        let mut journal = saved.resume().unwrap();
        for line in &["0\tä", "1\tb", "2\tc"][lines.len()..] {
            journal.append(line).unwrap();
        }
        assert_eq!(file.bytes(), whole.as_bytes(), "cut at {cut}");
    }
}

#[test]
fn lines_behind_those_kept_are_cut_off() {
    let file = TestFile::new("keep", format!("{HEAD}1\n2\n3\ntor").as_bytes());
    let mut saved = file.read().unwrap();
    assert_eq!(saved.lines().collect::<Vec<_>>(), [(3, "1"), (4, "2"), (5, "3")]);
    saved.keep(1);
    let mut journal = saved.resume().unwrap();
    journal.append("4").unwrap();
    journal.sync().unwrap();
    assert!(journal.append("two\nlines").is_err());
    assert_eq!(file.bytes(), format!("{HEAD}1\n4\n").as_bytes());
}

#[test]
fn of_two_programs_with_one_journal_the_second_is_refused() {
    let file = TestFile::new("two", HEAD.as_bytes());
    let [first, second, third] = [0; 3].map(|_| file.read().unwrap());
    let mut first = first.resume().unwrap();
    let expected = "another program writes to it: wait until it ends, or take another file";
    assert!(second.resume().unwrap_err().to_string().ends_with(expected));
    first.append("1").unwrap();
    drop(first);
    // Read before the other one wrote: its knowledge of the file is out of date.
    assert!(third.resume().unwrap_err().to_string().ends_with(expected));
    assert_eq!(file.read().unwrap().resume().map(|_| file.bytes()).unwrap(), format!("{HEAD}1\n").as_bytes());
}

#[test]
fn other_runs_other_files_and_other_bytes_are_refused_and_left_alone() {
    for (bytes, message) in [
        (b"name,age\n" as &[u8], "line 1: found \"name,age\", expected a new file or a journal of test"),
        (b"name", "line 1: found \"name\""),
        (b"# test, journal 1: seed 2\n", "line 1: found the test run \"seed 2\", expected \"seed 1\""),
        (b"# test, journal 1: seed 1, depth 2\n", "the file has \"depth 2\", this run \"\": take the same"),
        (b"# test, journal 2: seed 1\n", "line 1: found \"# test, journal 2: seed 1\""),
        (b"# test, journal 1: seed 1\n# other columns\n", "line 1: found"),
        (b"\xff\xfe", "line 1: found"),
        (b"# test, journal 1: seed 1\n# a\tb\ngood\n\xff\n", "line 4: found bytes that are no UTF-8"),
    ] {
        let file = TestFile::new("other", bytes);
        let error = file.read().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
        assert!(error.starts_with(&file.0.display().to_string()), "{error}");
        assert_eq!(file.bytes(), bytes);
    }
    let folder = SavedJournal::read(&std::env::temp_dir(), &HEADER);
    let Err(error @ FileError::System { .. }) = folder else { panic!("a folder was read as a journal") };
    assert!(error.source().is_none(), "its text says what the system says, and a chain would say it twice");
}
