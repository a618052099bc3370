//! Tables built column by column: each heading next to what fills its cells.

use crate::table::{Cell, Table};

/// Table under construction, with a row for each of some things: [`Table::of`] begins it, [`table`](Columns::table) ends it.
///
/// ```
/// use komadai_report::Table;
///
/// let searches = [("7g7f", 12_345), ("2g2f", 678)];
/// let table = Table::of(&searches)
///     .column("move", |(name, _)| *name)
///     .columns(["nodes", "many"], |(_, nodes)| [(*nodes).into(), (*nodes > 1_000).then_some("yes").into()])
///     .real("of a million (%)", 2, |(_, nodes)| f64::from(*nodes) / 1e4)
///     .table();
/// assert_eq!(table.to_csv(), "move,nodes,many,of a million (%)\n7g7f,12345,yes,1.2345\n2g2f,678,,0.0678\n");
/// ```
#[derive(Clone)]
pub struct Columns<R> {
    things: Vec<R>,
    heading: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

komadai_core::debug_by_sizes!(Columns<R> { heading }[things, rows]);

impl Table {
    /// Begins a table with a row for each of these things: references, numbers, or pairs of them. The columns follow.
    pub fn of<R: Copy>(things: impl IntoIterator<Item = R>) -> Columns<R> {
        let things: Vec<R> = things.into_iter().collect();
        Columns { heading: Vec::new(), rows: vec![Vec::new(); things.len()], things }
    }
}

impl<R: Copy> Columns<R> {
    /// Adds a column: its heading, and the cell of each row.
    pub fn column<C: Into<Cell>>(self, heading: &str, mut cell: impl FnMut(R) -> C) -> Columns<R> {
        self.columns([heading], |thing| [cell(thing).into()])
    }

    /// Adds a column of measured numbers, shown with this many decimals.
    pub fn real(self, heading: &str, decimals: usize, mut number: impl FnMut(R) -> f64) -> Columns<R> {
        self.column(heading, |thing| Cell::Real(number(thing), decimals))
    }

    /// Adds several columns that are filled together, such as an estimate and its interval ([`Cell::estimate`]).
    pub fn columns<S: Into<String>, C: IntoIterator<Item = Cell>>(
        mut self,
        headings: impl IntoIterator<Item = S>,
        mut cells: impl FnMut(R) -> C,
    ) -> Columns<R> {
        self.heading.extend(headings.into_iter().map(S::into));
        for (row, &thing) in self.rows.iter_mut().zip(&self.things) {
            row.extend(cells(thing));
        }
        self
    }

    /// Returns the table.
    ///
    /// # Panics
    ///
    /// If a row has more or fewer cells than there are headings, as in [`Table::push`].
    pub fn table(self) -> Table {
        let mut table = Table::new(self.heading);
        self.rows.into_iter().for_each(|row| table.push(row));
        table
    }
}
