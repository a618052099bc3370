//! Report of an experiment: text for people on standard output, tables and figures for programs in a folder.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::plot::{Plot, PlotError};
use crate::run::save::save;
use crate::table::{Cell, Table};
use crate::text::fold::Folded;

/// Output of an experiment: tables as text on standard output and as CSV in a folder, figures as SVG beside them.
///
/// Free text goes in by `write!` and `writeln!`; its long lines are broken ([`Folded`]). [`Report::finish`] lists the files that were
/// written, and returns what was printed, for a program that shows it in another way. If the reader of a pipe, such as `head`, has read
/// enough, the report goes on as a quiet one: files are still written.
///
/// ```
/// use std::io::Write;
///
/// use komadai_report::{Cell, Report, Table};
///
/// let folder = std::env::temp_dir().join("komadai-doc-report");
/// let mut table = Table::new(["search", "nodes"]);
/// table.push(["with".into(), 1_200.into()]);
/// table.push(["without".into(), 3_400.into()]);
///
/// let mut report = Report::new(&folder);
/// writeln!(report, "2 searches")?;
/// report.table("Nodes to depth 5", "nodes.csv", &table)?;
/// assert_eq!(report.finish()?.len(), 2, "a text and a table");
/// assert_eq!(std::fs::read_to_string(folder.join("nodes.csv"))?, "search,nodes\nwith,1200\nwithout,3400\n");
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Report {
    /// The output of text; `None` if the report is quiet.
    out: Option<Folded>,
    folder: PathBuf,
    /// The kind of each written file, in a word, and its path.
    files: Vec<(&'static str, PathBuf)>,
    printed: Vec<Printed>,
}

/// A piece of the output of an experiment; pieces are kept in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Printed {
    /// Free text, its lines not broken.
    Text(String),
    /// A table under a title.
    Table(PrintedTable),
    /// A figure or a board: the name of its file, without its folder, and SVG.
    Drawing(String, String),
}

/// A table that was printed: what its cells show, and what programs read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PrintedTable {
    /// The title.
    pub title: String,
    /// The name of its CSV file, without its folder, if it was saved.
    pub file: Option<String>,
    /// The headings of the columns.
    pub heading: Vec<String>,
    /// All rows.
    pub rows: Vec<Vec<PrintedCell>>,
}

/// A cell for people and for programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PrintedCell {
    /// As in [`Table::to_text`].
    pub shown: String,
    /// As in [`Table::to_csv`], without quotes.
    pub exact: String,
}

impl PrintedTable {
    /// The printed form of a table.
    pub fn of(title: &str, file: Option<&str>, table: &Table) -> PrintedTable {
        let cell = |cell: &Cell| PrintedCell { shown: cell.shown(), exact: cell.exact() };
        let rows = table.rows().iter().map(|row| row.iter().map(cell).collect()).collect();
        let (title, file) = (title.to_owned(), file.map(str::to_owned));
        PrintedTable { title, file, heading: table.heading().to_vec(), rows }
    }
}

impl Report {
    /// Report on standard output, which stays locked until the report is dropped; files go into `folder`.
    pub fn new(folder: &Path) -> Report {
        Report { out: Some(Folded::stdout()), ..Report::quiet(folder) }
    }

    /// Report without text; files go into `folder`.
    pub fn quiet(folder: &Path) -> Report {
        Report { out: None, folder: folder.to_owned(), files: Vec::new(), printed: Vec::new() }
    }

    /// Prints a table under a title.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn print(&mut self, title: &str, table: &Table) -> io::Result<()> {
        self.show(title, None, table)
    }

    /// Prints a table under a title and saves it as CSV.
    ///
    /// # Errors
    ///
    /// Those of the output, and a file that cannot be written, with its path.
    pub fn table(&mut self, title: &str, file: &str, table: &Table) -> io::Result<()> {
        self.show(title, Some(file), table)?;
        self.csv(file, table)
    }

    fn show(&mut self, title: &str, file: Option<&str>, table: &Table) -> io::Result<()> {
        self.tell(|out| write!(out, "\n{title}\n{}", table.to_text()))?;
        self.printed.push(Printed::Table(PrintedTable::of(title, file, table)));
        Ok(())
    }

    /// Saves a table as CSV without printing it.
    ///
    /// # Errors
    ///
    /// A file that cannot be written, with its path.
    pub fn csv(&mut self, file: &str, table: &Table) -> io::Result<()> {
        self.file("Table", file, &table.to_csv())
    }

    /// Saves a figure as SVG. A figure without a finite value is left out: there is nothing to draw.
    ///
    /// # Errors
    ///
    /// A figure that cannot be drawn; a file that cannot be written, with its path.
    pub fn figure(&mut self, file: &str, plot: &Plot) -> io::Result<()> {
        match plot.to_svg() {
            Ok(svg) => self.file("Figure", file, &svg),
            Err(PlotError::Empty(_)) => Ok(()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    /// Saves any other text; `what` is its name in the list of files, one word.
    ///
    /// # Errors
    ///
    /// A file that cannot be written, with its path.
    pub fn file(&mut self, what: &'static str, file: &str, text: &str) -> io::Result<()> {
        let path = save(&self.folder, file, text).map_err(io::Error::other)?;
        self.list(what, &path);
        if path.extension().is_some_and(|extension| extension == "svg") {
            self.printed.push(Printed::Drawing(file.to_owned(), text.to_owned()));
        }
        Ok(())
    }

    /// Adds a file that was written by other means to the list of files.
    pub fn list(&mut self, what: &'static str, path: &Path) {
        self.files.push((what, path.to_owned()));
    }

    /// Prints the list of the written files, flushes the output, and returns what was printed before.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn finish(mut self) -> io::Result<Vec<Printed>> {
        let files = std::mem::take(&mut self.files);
        self.tell(|out| {
            if !files.is_empty() {
                writeln!(out)?;
            }
            for (what, path) in &files {
                writeln!(out, "{what:<12} {}", path.display())?;
            }
            out.flush()
        })?;
        Ok(self.printed)
    }

    /// Prints something, if there is a reader.
    fn tell(&mut self, print: impl FnOnce(&mut Folded) -> io::Result<()>) -> io::Result<()> {
        let told = self.out.as_mut().map_or(Ok(()), print);
        if told.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe) {
            self.out = None;
            return Ok(());
        }
        told
    }
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tell(|out| out.write_all(bytes))?;
        let text = String::from_utf8_lossy(bytes);
        match self.printed.last_mut() {
            Some(Printed::Text(before)) => before.push_str(&text),
            _ => self.printed.push(Printed::Text(text.into_owned())),
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tell(Write::flush)
    }
}
