//! What an experiment printed, in a form that is kept.

use komadai_report::{Printed, Table};
use serde::{Deserialize, Serialize};

/// A piece of the output of an experiment.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Captured {
    Text(String),
    Table(PrintedTable),
    /// A figure or a board: the name of its file, and SVG.
    Drawing(String, String),
}

/// A table with its title.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PrintedTable {
    pub(super) title: String,
    /// The CSV file, where there is one.
    pub(super) file: Option<String>,
    pub(super) heading: Vec<String>,
    pub(super) rows: Vec<Vec<PrintedCell>>,
}

/// A cell for people and for programs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PrintedCell {
    pub(super) shown: String,
    /// As in the CSV file.
    pub(super) exact: String,
}

impl Captured {
    pub(super) fn table(&self) -> Option<&PrintedTable> {
        match self {
            Captured::Table(table) => Some(table),
            _ => None,
        }
    }
}

impl From<Printed> for Captured {
    fn from(printed: Printed) -> Captured {
        match printed {
            Printed::Text(text) => Captured::Text(text),
            Printed::Table { title, file, table } => Captured::Table(PrintedTable::new(title, file, &table)),
            Printed::Drawing { file, svg } => Captured::Drawing(file, svg),
        }
    }
}

impl PrintedTable {
    fn new(title: String, file: Option<String>, table: &Table) -> PrintedTable {
        let cell = |cell: &komadai_report::Cell| PrintedCell { shown: cell.shown(), exact: cell.exact() };
        let rows = table.rows().iter().map(|row| row.iter().map(cell).collect()).collect();
        PrintedTable { title, file, heading: table.heading().to_vec(), rows }
    }
}
