//! Tables 1 and 2 of the paper, and the numbers behind its figures, with the paper's numbers beside ours.

use std::io::Write;

use komadai_report::{Cell, Report, Table};

use super::measure::{Measured, Row, TREATMENTS, name};
use super::paper;
use crate::Label;
use crate::mate::CycleTreatment;
use crate::stats::bootstrap::Bootstrap;

impl Row {
    /// The measurement if the answer agrees with the label.
    fn solved(&self, treatment: CycleTreatment) -> Option<&Measured> {
        let known = self.problem.label != Label::Unknown;
        Some(self.of(treatment)).filter(|measured| known && measured.said == self.problem.label)
    }

    /// Whether it is a no-mate of the paper's table 1.
    fn is_of_paper(&self) -> bool {
        self.problem.label == Label::NoMate && paper::NO_MATES.contains(&self.problem.name.as_str())
    }

    fn is_wrong(&self, treatment: CycleTreatment) -> bool {
        let found = self.of(treatment).found;
        found != Label::Unknown && found != self.problem.label
    }
}

/// All tables.
pub(super) fn write(report: &mut Report, rows: &[Row]) -> std::io::Result<()> {
    if collected(rows).any(|row| row.problem.label == Label::NoMate) {
        let title = "Table 1: no-mates, nodes to settle them (paper: Nagai's treatment settles none)";
        report.table(title, "no-mates.csv", &no_mates(rows))?;
    }
    report.table("Table 2: problems solved", "solved.csv", &solved(rows))?;
    for treatment in TREATMENTS {
        for row in rows.iter().filter(|row| row.is_wrong(treatment)) {
            let (found, label) = (row.of(treatment).found.name(), row.problem.label.name());
            writeln!(report, "wrong: {} is {label}, {} finds {found}", row.problem.name, name(treatment))?;
        }
    }
    let all = || rows.iter().flat_map(|row| &row.measured);
    let [accepted, refused] =
        [true, false].map(|accepted| all().filter(|measured| measured.accepted == Some(accepted)).count());
    writeln!(report, "Certificates that the checker accepts: {accepted}; refuses: {refused}")?;
    if rows.iter().any(|row| row.generated) {
        let title = "Generated no-mates: how many are solved, by the nodes that dependence takes";
        report.table(title, "generated.csv", &generated(rows))?;
    }
    let title = "Fig. 4: nodes on mates that both solve, against twin";
    report.table(title, "against-twin.csv", &against_twin(rows, Label::Mate))?;
    let title = "Nodes on no-mates that both solve, against twin";
    report.table(title, "against-twin-no-mates.csv", &against_twin(rows, Label::NoMate))?;
    let title =
        "Figs. 5 and 6: nodes to make the tree anew, in percent of the search, mean over solved problems";
    report.table(title, "overheads.csv", &overheads(rows))?;
    report.table("Simulations on collected problems", "simulations.csv", &simulations(rows))?;
    report.csv("compare-cycles.csv", &everything(rows))
}

/// Problems that were collected, not generated.
fn collected(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| !row.generated)
}

/// One row per no-mate, one column per treatment.
fn no_mates(rows: &[Row]) -> Table {
    let in_paper = |row: &Row| {
        let problem = row.problem.name.as_str();
        match (paper::NO_MATES.contains(&problem), paper::OPEN.contains(&problem)) {
            (false, _) => "not in it",
            (true, false) => "no mate",
            (true, true) => "open",
        }
    };
    let answer = |row: &Row, treatment| match row.solved(treatment) {
        Some(measured) => measured.nodes.into(),
        None if row.is_wrong(treatment) => "WRONG".into(),
        None => "open".into(),
    };
    Table::of(collected(rows).filter(|row| row.problem.label == Label::NoMate))
        .column("problem", |row| row.problem.name.as_str())
        .column("paper, twin", in_paper)
        .columns(TREATMENTS.map(name), |row| TREATMENTS.map(|treatment| answer(row, treatment)))
        .table()
}

fn solved(rows: &[Row]) -> Table {
    let labelled = |label| collected(rows).filter(move |row| row.problem.label == label);
    let of_paper = || collected(rows).filter(|row| row.is_of_paper());
    let count = |label, treatment| labelled(label).filter(|row| row.solved(treatment).is_some()).count();
    // Nodes can only be compared on problems that every treatment solves.
    let by_all =
        || collected(rows).filter(|row| TREATMENTS.iter().all(|&treatment| row.solved(treatment).is_some()));
    let mut table = Table::of(TREATMENTS)
        .column("treatment", name)
        .column("mates", |treatment| count(Label::Mate, treatment))
        .column("of mates", |_| labelled(Label::Mate).count())
        .column("no-mates", |treatment| count(Label::NoMate, treatment))
        .column("of no-mates", |_| labelled(Label::NoMate).count())
        .column("the paper's no-mates", |treatment| {
            of_paper().filter(|row| row.solved(treatment).is_some()).count()
        })
        .column("of the paper's", |_| of_paper().count())
        .column("wrong", |treatment| collected(rows).filter(|row| row.is_wrong(treatment)).count())
        .column("of problems", |_| collected(rows).count())
        .column("nodes, all solved", |treatment| by_all().map(|row| row.of(treatment).nodes).sum::<u64>())
        .column("nodes, all", |treatment| collected(rows).map(|row| row.of(treatment).nodes).sum::<u64>())
        .table();
    for (name, (mates, no_mates)) in [("paper: twin", paper::TWIN), ("paper: Nagai", paper::NAGAI)] {
        let (of_mates, of_no_mates) = (paper::MATES, paper::ALL_NO_MATES);
        let counts = [mates, of_mates, no_mates, of_no_mates, no_mates, of_no_mates].map(Cell::from);
        // The paper counts neither wrong answers nor nodes.
        table.push([name.into()].into_iter().chain(counts).chain([const { Cell::Empty }; 4]));
    }
    table
}

/// Classes of generated no-mates, by the most nodes that dependence takes; those it does not solve are in the last one.
const CLASSES: [(u64, &str); 3] = [(9_999, "below 10,000"), (29_999, "below 30,000"), (u64::MAX, "more")];

/// One row per treatment, one column per class of generated no-mates.
fn generated(rows: &[Row]) -> Table {
    let class = |row: &Row| {
        let nodes = row.solved(CycleTreatment::Dependence).map_or(u64::MAX, |measured| measured.nodes);
        CLASSES.iter().position(|&(bound, _)| nodes <= bound)
    };
    let generated: Vec<&Row> = rows.iter().filter(|row| row.generated).collect();
    let counted = |wanted: &dyn Fn(&Row) -> bool| {
        let classes = (0..CLASSES.len())
            .map(|number| generated.iter().filter(|row| class(row) == Some(number) && wanted(row)).count());
        let counts: Vec<usize> = classes.collect();
        [counts.clone(), vec![counts.iter().sum()]].concat().into_iter().map(Cell::from)
    };
    let mut table = Table::of(TREATMENTS)
        .column("treatment", name)
        .columns(CLASSES.iter().map(|class| class.1).chain(["all"]), |treatment| {
            counted(&|row| row.solved(treatment).is_some())
        })
        .column("wrong", |treatment| generated.iter().filter(|row| row.is_wrong(treatment)).count())
        .column("nodes, all", |treatment| generated.iter().map(|row| row.of(treatment).nodes).sum::<u64>())
        .table();
    let there = counted(&|_| true);
    table.push(["problems".into()].into_iter().chain(there).chain([Cell::Empty, Cell::Empty]));
    table
}

fn against_twin(rows: &[Row], label: Label) -> Table {
    let ratios = |treatment| solved_by_both(rows, treatment, label).map(|(twin, other)| other / twin);
    let count = |treatment| ratios(treatment).count() as f64;
    let near = |treatment| ratios(treatment).filter(|ratio| (0.5..=2.0).contains(ratio)).count() as f64;
    let others = TREATMENTS.into_iter().filter(|&treatment| treatment != CycleTreatment::Twin);
    let mut table = Table::of(others)
        .column("treatment", name)
        .column("problems", |other| ratios(other).count())
        .real("geometric mean of the ratio", 2, |other| {
            (ratios(other).map(f64::ln).sum::<f64>() / count(other)).exp()
        })
        .real("within a factor of 2 (%)", 0, |other| near(other) / count(other) * 100.0)
        .table();
    if label == Label::Mate {
        let said = "most points near y = x";
        table.push(["paper: Nagai".into(), paper::MATES.into(), said.into(), Cell::Empty]);
    }
    table
}

/// Nodes on problems of a label solved both by twin and by another treatment.
pub(super) fn solved_by_both(
    rows: &[Row],
    other: CycleTreatment,
    label: Label,
) -> impl Iterator<Item = (f64, f64)> {
    rows.iter().filter(move |row| row.problem.label == label).filter_map(move |row| {
        Some((row.solved(CycleTreatment::Twin)?.nodes as f64, row.solved(other)?.nodes as f64))
    })
}

/// Nodes, and the extra cost of the tree in percent, for solved problems of a label whose answer is shown by a tree.
pub(super) fn overhead<'a>(
    rows: impl IntoIterator<Item = &'a Row>,
    treatment: CycleTreatment,
    label: Label,
) -> impl Iterator<Item = (f64, f64)> {
    rows.into_iter().filter(move |row| row.problem.label == label).filter_map(move |row| {
        let measured = row.solved(treatment)?;
        let search = measured.nodes as f64;
        Some((search, measured.rebuild_nodes? as f64 / search * 100.0))
    })
}

/// The paper's no-mates have columns of their own: the cost of a disproof grows with its size, and the generated ones are small.
fn overheads(rows: &[Row]) -> Table {
    let of = |rows: &[&Row], treatment, label| {
        let all: Vec<f64> =
            overhead(rows.iter().copied(), treatment, label).map(|(_, percent)| percent).collect();
        [Cell::from(all.len())].into_iter().chain(Cell::estimate(Bootstrap::default().mean(&all), 1))
    };
    let all: Vec<&Row> = rows.iter().collect();
    let papers: Vec<&Row> = rows.iter().filter(|row| row.is_of_paper()).collect();
    let mut table = Table::of(TREATMENTS)
        .column("treatment", name)
        .columns(["proofs", "of proofs (%)", "95 %"], |treatment| of(&all, treatment, Label::Mate))
        .columns(["disproofs", "of disproofs (%)", "95 %"], |treatment| of(&all, treatment, Label::NoMate))
        .columns(["the paper's disproofs", "of these (%)", "95 %"], |treatment| {
            of(&papers, treatment, Label::NoMate)
        })
        .table();
    let of_paper = |(solved, percent): (u32, f64)| [solved.into(), Cell::Real(percent, 1), Cell::Empty];
    let [proofs, disproofs] =
        [(paper::TWIN.0, paper::PROOF_OVERHEAD), (paper::TWIN.1, paper::DISPROOF_OVERHEAD)];
    let cells = [proofs, disproofs, disproofs].into_iter().flat_map(of_paper);
    table.push(["paper: twin".into()].into_iter().chain(cells));
    table
}

/// Collected problems alone: the generated ones were chosen for their many path-dependent no-mates. The intervals resample problems, not
/// simulations, of which one problem may have most.
fn simulations(rows: &[Row]) -> Table {
    let of = |(treatment, label, _): (CycleTreatment, Label, &str)| {
        let problems = collected(rows).filter(move |row| row.problem.label == label);
        problems.map(move |row| row.of(treatment)).collect::<Vec<&Measured>>()
    };
    let sum = |key| of(key).iter().map(|of| of.simulations_tried).sum::<u64>();
    let percent = |key, whole: fn(&Measured) -> u64, part: fn(&Measured) -> u64| {
        let parts: Vec<_> = of(key).iter().map(|of| (whole(of) as f64, part(of) as f64)).collect();
        Bootstrap::default().ratio_of_sums(&parts).map(|ratio| ratio.map(|ratio| 100.0 * ratio))
    };
    let keys = TREATMENTS
        .into_iter()
        .flat_map(|treatment| [(treatment, Label::Mate, "mates"), (treatment, Label::NoMate, "no-mates")]);
    let mut table = Table::of(keys.filter(|&key| sum(key) > 0))
        .column("treatment", |(treatment, ..)| name(treatment))
        .column("of", |(.., label)| label)
        .column("problems", |key| of(key).iter().filter(|of| of.simulations_tried > 0).count())
        .column("tried", sum)
        .columns(["succeeded (%)", "95 %"], |key| {
            Cell::estimate(percent(key, |of| of.simulations_tried, |of| of.simulations_succeeded), 0)
        })
        .columns(["nodes in all nodes (%)", "95 %"], |key| {
            Cell::estimate(percent(key, |of| of.simulation_nodes + of.nodes, |of| of.simulation_nodes), 1)
        })
        .table();
    let [success, nodes] = [(paper::SIMULATION_SUCCESS, 0), (paper::SIMULATION_NODES, 1)]
        .map(|(percent, digits)| Cell::Real(percent, digits));
    let empty = [const { Cell::Empty }; 2];
    let name = ["paper: twin".into(), "mates".into()];
    table.push(name.into_iter().chain(empty).chain([success, Cell::Empty, nodes, Cell::Empty]));
    table
}

/// A row for each problem and treatment, for other programs.
fn everything(rows: &[Row]) -> Table {
    let pairs = rows.iter().flat_map(|row| TREATMENTS.map(|treatment| (row, treatment, row.of(treatment))));
    Table::of(pairs)
        .column("problem", |(row, ..)| row.problem.name.as_str())
        .column("label", |(row, ..)| row.problem.label.name())
        .column("treatment", |(_, treatment, _)| name(treatment))
        .column("verdict", |(.., of)| of.said.name())
        .column("found", |(.., of)| of.found.name())
        .column("plies", |(.., of)| of.plies)
        .column("nodes", |(.., of)| of.nodes)
        .column("rebuild_nodes", |(.., of)| of.rebuild_nodes)
        .column("accepted", |(.., of)| of.accepted.map(u64::from))
        .column("simulations", |(.., of)| of.simulations_tried)
        .column("simulations_succeeded", |(.., of)| of.simulations_succeeded)
        .column("simulation_nodes", |(.., of)| of.simulation_nodes)
        .table()
}
