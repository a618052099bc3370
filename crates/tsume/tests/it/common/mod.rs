//! Problem files, solvers, the checker's answer, and a replay of lines that is independent of the solver.

pub(crate) mod forge;
pub(crate) mod truth;

use std::sync::LazyLock;

use komadai_core::{Move, Position};
use komadai_tsume::checker::{Checked, Claim, check};
use komadai_tsume::{
    AnyCyclePolicy, CyclePolicy, DfpnHeuristic, FarDrops, Lengths, Odds, Solution, Solver, SolverBuilder,
    Tree, Verdict,
};

macro_rules! file {
    ($name:literal) => {
        include_str!(concat!("../../../../../data/tsume/", $name, ".sfen"))
    };
}
pub(crate) const MATES: &str = file!("mates");
/// No-mates that go round in circles.
pub(crate) const GENERATED: &str = file!("generated_nomates");
pub(crate) const NEXTMOVES: &str = file!("nextmoves");
pub(crate) const NOMATES: &str = file!("nomates");
/// Positions that solvers have been wrong about.
pub(crate) const REGRESSIONS: &str = file!("issue_regressions");
pub(crate) const ZUKO_MUSO: &str = file!("zuko_muso");

/// Nobody will solve this: a king in the open, who can interpose with everything.
pub(crate) const HARD: &str = "9/9/9/9/4k4/9/9/9/3R5 b RB4Pb4g4s4n4l14p 1";

/// Enough nodes for every question asked here.
pub(crate) const PLENTY: u64 = 10_000_000;

/// The default heuristic.
pub(crate) fn odds() -> &'static AnyHeuristic {
    static ODDS: LazyLock<FarDrops<Odds>> = LazyLock::new(FarDrops::default);
    &*ODDS
}

/// A solver with these limits.
pub(crate) fn solver(megabytes: usize, nodes: u64) -> Solver {
    Solver::builder().hash_mb(megabytes).nodes(nodes).build().expect("there is memory")
}

/// Lengths with these limits.
pub(crate) fn lengths(megabytes: usize, nodes: u64) -> Lengths {
    Lengths::builder().hash_mb(megabytes).nodes(nodes).build().expect("there is memory")
}

/// What the checker says of the certificate of a tree, which it must accept.
pub(crate) fn checked(tree: &Tree) -> Checked {
    check(&tree.certificate().bytes[..]).unwrap_or_else(|error| panic!("{}: {error}", tree.position()))
}

/// A line of a problem file: `NAME<TAB>SFEN<TAB>mate|nomate|unknown<TAB>PLIES-or--`.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) name: String,
    pub(crate) pos: Position,
    /// `mate`, `nomate` or `unknown`.
    pub(crate) label: String,
    /// Length as given in the file; what counts depends on the file.
    pub(crate) plies: Option<u32>,
}

/// Reads the text of a problem file.
pub(crate) fn problems(text: &str) -> Vec<Problem> {
    text.lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            assert_eq!(fields.len(), 4, "four fields expected: {line}");
            Problem {
                name: fields[0].to_owned(),
                pos: fields[1].parse().unwrap_or_else(|error| panic!("{}: {error}", fields[0])),
                label: fields[2].to_owned(),
                plies: fields[3].parse().ok(),
            }
        })
        .collect()
}

/// Plays a line: every move legal, every attacker's move a check, nothing legal at the end.
pub(crate) fn assert_mates(pos: &Position, line: &[Move], name: &str) {
    let mut pos = pos.clone();
    assert!(!line.is_empty() && line.len() % 2 == 1, "{name}: {line:?}");
    for (ply, &mv) in line.iter().enumerate() {
        assert!(pos.legal_moves().contains(&mv), "{name}: {mv} is not legal in {pos}");
        pos.do_move(mv);
        assert!(ply % 2 == 1 || pos.in_check(), "{name}: {mv} gives no check");
    }
    assert!(!pos.has_legal_move(), "{name}: no mate after {line:?}");
}

/// A position of a test.
pub(crate) fn position(sfen: &str) -> Position {
    sfen.parse().unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// The first committed mate of so many plies.
pub(crate) fn mate_in(plies: u32) -> Position {
    let mut all = problems(MATES).into_iter();
    all.find(|problem| problem.plies == Some(plies)).expect("a mate of this length").pos
}

/// The end of a legal line.
pub(crate) fn end_of(pos: &Position, line: &[Move]) -> Position {
    let mut at = pos.clone();
    for &mv in line {
        assert!(at.is_legal(mv), "{mv} of {line:?}, {pos}");
        at.do_move(mv);
    }
    at
}

/// The problem of a name.
pub(crate) fn problem(text: &str, name: &str) -> Problem {
    problems(text).into_iter().find(|problem| problem.name == name).expect("a problem of the file")
}

/// Solves problems, each with an empty table, and asserts that what is found is shown and the position left as it was. Returns how many
/// were decided.
pub(crate) fn decided<H: DfpnHeuristic, C: CyclePolicy>(
    solver: &mut Solver<H, C>,
    problems: impl IntoIterator<Item = Problem>,
) -> usize {
    let mut is_decided = |problem: &Problem| {
        solver.clear();
        let mut pos = problem.pos.clone();
        let solution = solver.solve(&mut pos);
        assert_eq!(pos, problem.pos, "{}: the solver left another position", problem.name);
        assert_shown(problem, &solution);
        solution.verdict != Verdict::Unknown
    };
    problems.into_iter().filter(|problem| is_decided(problem)).count()
}

/// Asserts that the verdict and its tree agree with each other, with the checker, and with the label of the problem.
pub(crate) fn assert_shown(problem: &Problem, solution: &Solution) {
    let Problem { name, pos, label, plies } = problem;
    let Some(tree) = &solution.tree else {
        assert_eq!(solution.verdict, Verdict::Unknown, "{name}");
        return assert_eq!(solution.rebuild_nodes, 0, "{name} was decided and could not be shown");
    };
    let checked = checked(tree);
    assert_eq!(checked.sfen, pos.unnumbered());
    if let Verdict::Mate { line } = &solution.verdict {
        assert!(label != "nomate" && checked.claim == Claim::Mate, "{name}");
        assert_mates(pos, line, name);
        assert!(line.len() as u32 <= checked.plies, "{name}");
        assert_eq!(Some(checked.plies), tree.plies(tree.root()), "{name}");
        // The line is the longest defence against one proof, so it is never shorter than the shortest mate, where that is known.
        let known = name.starts_with("mate") || name.starts_with("nextmove");
        assert!(!known || plies.is_some_and(|plies| line.len() as u32 >= plies), "{name}: {line:?}");
    } else {
        assert!(label != "mate" && checked.claim == Claim::NoMate, "{name}");
    }
}

/// Any heuristic, so that one compiled solver serves all of them.
pub(crate) type AnyHeuristic = dyn DfpnHeuristic + Sync;

/// A builder of a solver with these parts.
pub(crate) fn with(
    heuristic: &AnyHeuristic,
    cycles: impl AnyCyclePolicy + 'static,
) -> SolverBuilder<&AnyHeuristic, Box<dyn AnyCyclePolicy>> {
    Solver::builder().heuristic(heuristic).cycles(Box::new(cycles))
}
