//! Tables 1 and 2 of the paper, and the numbers behind its figures, with the paper's numbers beside ours.

use std::io::Write;

use komadai_report::{Cell, Report, Table};

use super::measure::{Measured, Row, TREATMENTS, name};
use super::paper;
use crate::Label;
use crate::mate::CycleTreatment;
use crate::stats::bootstrap::Bootstrap;

impl Row {
    /// The measurement if the answer is that of the label.
    fn solved(&self, treatment: CycleTreatment) -> Option<&Measured> {
        let known = self.problem.label != Label::Unknown;
        Some(self.of(treatment)).filter(|measured| known && measured.said == self.problem.label)
    }

    fn is_wrong(&self, treatment: CycleTreatment) -> bool {
        let said = self.of(treatment).said;
        said != Label::Unknown && said != self.problem.label
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
            let (said, label) = (row.of(treatment).said.name(), row.problem.label.name());
            writeln!(report, "wrong: {} is {label}, {} says {said}", row.problem.name, name(treatment))?;
        }
    }
    let of_checked = |accepted| all(rows).filter(|measured| measured.accepted == Some(accepted)).count();
    let (accepted, refused) = (of_checked(true), of_checked(false));
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

/// Problems that somebody composed or met, not generated.
fn collected(rows: &[Row]) -> impl Iterator<Item = &Row> {
    rows.iter().filter(|row| !row.generated)
}

fn all(rows: &[Row]) -> impl Iterator<Item = &Measured> {
    rows.iter().flat_map(|row| &row.measured)
}

/// A row a no-mate, a column a treatment.
fn no_mates(rows: &[Row]) -> Table {
    let names = TREATMENTS.map(name);
    let mut table = Table::new([&["problem", "paper, twin"], names.as_slice()].concat());
    for row in collected(rows).filter(|row| row.problem.label == Label::NoMate) {
        let problem = row.problem.name.as_str();
        let in_paper = match (paper::NO_MATES.contains(&problem), paper::OPEN.contains(&problem)) {
            (false, _) => "not in it",
            (true, false) => "no mate",
            (true, true) => "open",
        };
        let cells = TREATMENTS.map(|treatment| match row.solved(treatment) {
            Some(measured) => measured.nodes.into(),
            None if row.is_wrong(treatment) => "WRONG".into(),
            None => "open".into(),
        });
        table.push([problem.into(), in_paper.into()].into_iter().chain(cells));
    }
    table
}

fn solved(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "treatment",
        "mates",
        "of mates",
        "no-mates",
        "of no-mates",
        "the paper's no-mates",
        "of the paper's",
        "wrong",
        "of problems",
        "nodes, all solved",
        "nodes, all",
    ]);
    let labelled = |label| collected(rows).filter(move |row| row.problem.label == label);
    let of_paper =
        || labelled(Label::NoMate).filter(|row| paper::NO_MATES.contains(&row.problem.name.as_str()));
    // Nodes can be compared on problems that nobody leaves open.
    let by_all: Vec<&Row> = collected(rows)
        .filter(|row| TREATMENTS.iter().all(|&treatment| row.solved(treatment).is_some()))
        .collect();
    for treatment in TREATMENTS {
        let count = |label| labelled(label).filter(|row| row.solved(treatment).is_some()).count();
        table.push([
            name(treatment).into(),
            count(Label::Mate).into(),
            labelled(Label::Mate).count().into(),
            count(Label::NoMate).into(),
            labelled(Label::NoMate).count().into(),
            of_paper().filter(|row| row.solved(treatment).is_some()).count().into(),
            of_paper().count().into(),
            collected(rows).filter(|row| row.is_wrong(treatment)).count().into(),
            collected(rows).count().into(),
            by_all.iter().map(|row| row.of(treatment).nodes).sum::<u64>().into(),
            collected(rows).map(|row| row.of(treatment).nodes).sum::<u64>().into(),
        ]);
    }
    for (name, (mates, no_mates)) in [("paper: twin", paper::TWIN), ("paper: Nagai", paper::NAGAI)] {
        table.push([
            name.into(),
            mates.into(),
            paper::MATES.into(),
            no_mates.into(),
            paper::ALL_NO_MATES.into(),
            no_mates.into(),
            paper::ALL_NO_MATES.into(),
            0.into(),
            (paper::MATES + paper::ALL_NO_MATES).into(),
            Cell::Empty,
            Cell::Empty,
        ]);
    }
    table
}

/// Nodes that dependence takes of a generated no-mate, below which it belongs to a class.
const CLASSES: [(u64, &str); 3] = [(10_000, "below 10,000"), (30_000, "below 30,000"), (u64::MAX, "more")];

/// A row a treatment, a column a class of generated no-mates.
fn generated(rows: &[Row]) -> Table {
    let names = CLASSES.map(|(_, name)| name);
    let mut table = Table::new([&["treatment"], names.as_slice(), &["all", "wrong", "nodes, all"]].concat());
    let class = |row: &Row| {
        let nodes = row.of(CycleTreatment::Dependence).nodes;
        CLASSES.iter().position(|&(bound, _)| nodes < bound)
    };
    let generated: Vec<&Row> = rows.iter().filter(|row| row.generated).collect();
    let counted = |wanted: &dyn Fn(&Row) -> bool| {
        let classes = (0..CLASSES.len())
            .map(|number| generated.iter().filter(|row| class(row) == Some(number) && wanted(row)).count());
        let counts: Vec<usize> = classes.collect();
        [counts.clone(), vec![counts.iter().sum()]].concat().into_iter().map(Cell::from)
    };
    for treatment in TREATMENTS {
        let wrong = generated.iter().filter(|row| row.is_wrong(treatment)).count();
        let nodes: u64 = generated.iter().map(|row| row.of(treatment).nodes).sum();
        let solved = counted(&|row| row.solved(treatment).is_some());
        table.push([name(treatment).into()].into_iter().chain(solved).chain([wrong.into(), nodes.into()]));
    }
    let there = counted(&|_| true);
    table.push(["problems".into()].into_iter().chain(there).chain([Cell::Empty, Cell::Empty]));
    table
}

fn against_twin(rows: &[Row], label: Label) -> Table {
    let mut table =
        Table::new(["treatment", "problems", "geometric mean of the ratio", "within a factor of 2 (%)"]);
    for treatment in TREATMENTS.into_iter().filter(|&treatment| treatment != CycleTreatment::Twin) {
        let ratios: Vec<f64> =
            solved_by_both(rows, treatment, label).map(|(twin, other)| other / twin).collect();
        let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
        let near = ratios.iter().filter(|ratio| (0.5..=2.0).contains(*ratio)).count();
        table.push([
            name(treatment).into(),
            ratios.len().into(),
            Cell::real(mean, 2),
            Cell::real(near as f64 / ratios.len() as f64 * 100.0, 0),
        ]);
    }
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

/// Nodes, and what the tree cost on top in percent, for solved problems of a label whose answer is shown by one.
pub(super) fn overhead(
    rows: &[Row],
    treatment: CycleTreatment,
    label: Label,
) -> impl Iterator<Item = (f64, f64)> {
    rows.iter().filter(move |row| row.problem.label == label).filter_map(move |row| {
        let measured = row.solved(treatment)?;
        let search = measured.nodes as f64;
        Some((search, measured.rebuild_nodes? as f64 / search * 100.0))
    })
}

fn overheads(rows: &[Row]) -> Table {
    let mut table =
        Table::new(["treatment", "proofs", "of proofs (%)", "95 %", "disproofs", "of disproofs (%)", "95 %"]);
    for treatment in TREATMENTS {
        let of = |label| {
            let all: Vec<f64> = overhead(rows, treatment, label).map(|(_, percent)| percent).collect();
            [Cell::from(all.len())].into_iter().chain(Cell::estimate(Bootstrap::default().mean(&all), 1))
        };
        table.push([name(treatment).into()].into_iter().chain(of(Label::Mate)).chain(of(Label::NoMate)));
    }
    table.push([
        "paper: twin".into(),
        paper::TWIN.0.into(),
        Cell::real(paper::PROOF_OVERHEAD, 1),
        Cell::Empty,
        paper::TWIN.1.into(),
        Cell::real(paper::DISPROOF_OVERHEAD, 1),
        Cell::Empty,
    ]);
    table
}

/// Of collected problems alone: the generated ones were chosen for their many path-dependent no-mates.
fn simulations(rows: &[Row]) -> Table {
    let mut table = Table::new(["treatment", "tried", "succeeded (%)", "nodes in all nodes (%)"]);
    for treatment in TREATMENTS {
        let sum =
            |count: fn(&Measured) -> u64| collected(rows).map(|row| count(row.of(treatment))).sum::<u64>();
        let tried = sum(|measured| measured.simulations_tried);
        if tried > 0 {
            let succeeded = sum(|measured| measured.simulations_succeeded);
            let inside = sum(|measured| measured.simulation_nodes);
            let share = inside as f64 / (inside + sum(|measured| measured.nodes)) as f64;
            table.push([
                name(treatment).into(),
                tried.into(),
                Cell::real(succeeded as f64 / tried as f64 * 100.0, 0),
                Cell::real(share * 100.0, 1),
            ]);
        }
    }
    table.push([
        "paper: twin".into(),
        Cell::Empty,
        Cell::real(paper::SIMULATION_SUCCESS, 0),
        Cell::real(paper::SIMULATION_NODES, 1),
    ]);
    table
}

/// A row for each problem and treatment, for other programs.
fn everything(rows: &[Row]) -> Table {
    let mut table = Table::new([
        "problem",
        "label",
        "treatment",
        "verdict",
        "plies",
        "nodes",
        "rebuild_nodes",
        "accepted",
        "simulations",
        "simulations_succeeded",
        "simulation_nodes",
    ]);
    for row in rows {
        for (treatment, measured) in TREATMENTS.into_iter().zip(&row.measured) {
            table.push([
                row.problem.name.as_str().into(),
                row.problem.label.name().into(),
                name(treatment).into(),
                measured.said.name().into(),
                measured.plies.into(),
                measured.nodes.into(),
                measured.rebuild_nodes.into(),
                measured.accepted.map(u64::from).into(),
                measured.simulations_tried.into(),
                measured.simulations_succeeded.into(),
                measured.simulation_nodes.into(),
            ]);
        }
    }
    table
}
