//! Paper 003: mates and no-mates.

use crate::experiments::report::claim::{At, Bar, Claim, Found, PROBLEMS};
use crate::experiments::report::command::Command;
use crate::experiments::report::row::Row;

const CYCLES: Command = Command {
    name: "cycles",
    quick: "compare-cycles --nodes 300000",
    full: "compare-cycles --all --nodes 20000000 --hash-mb 300",
    minutes: [1.0, 60.0],
};

pub(super) const R13: Row = Row {
    id: "R13",
    paper: 3,
    section: "sections 2 and 4, table 2",
    idea: "depth-first proof-number search",
    claims: &[Claim {
        says: ["All mates of the collections are solved", "詰みの問題はすべて解ける"],
        paper: "388 of 388 (table 2)",
        command: &CYCLES,
        found: Found::Share(
            At::new("solved.csv", &["twin"], "mates"),
            At::new("solved.csv", &["twin"], "of mates"),
        ),
        bar: Bar::Above(90.0),
        count: At::new("solved.csv", &["twin"], "of mates"),
        least: 40,
        of: PROBLEMS,
    }],
    commands: &[&CYCLES],
    because: Some([
        "Built in are 40 of the 388 mates and 9 no-mates, seven of them the paper's, under a limit of nodes; the paper had 15 minutes each.",
        "388 題の詰みのうち 40 題と、不詰 9 題（うち 7 題は論文のもの）を節点数の制限つきで解く。論文は各 15 分である。",
    ]),
};

pub(super) const R14: Row = Row {
    id: "R14",
    paper: 3,
    section: "sections 3 and 4, tables 1 and 2, fig. 4",
    idea: "no-mates by base and twin entries",
    claims: &[
        Claim {
            says: ["Most no-mates are proved", "不詰の問題のほとんどを証明できる"],
            paper: "12 of 14 (table 2)",
            command: &CYCLES,
            found: Found::Share(
                At::new("solved.csv", &["twin"], "no-mates"),
                At::new("solved.csv", &["twin"], "of no-mates"),
            ),
            bar: Bar::Above(50.0),
            count: At::new("solved.csv", &["twin"], "of no-mates"),
            least: 9,
            of: PROBLEMS,
        },
        Claim {
            says: ["No problem is answered wrongly", "誤った解答はない"],
            paper: "none (section 3)",
            command: &CYCLES,
            found: Found::Exact(At::new("solved.csv", &["twin"], "wrong")),
            bar: Bar::Below(0.5),
            count: At::new("solved.csv", &["twin"], "of mates"),
            least: 40,
            of: PROBLEMS,
        },
        Claim {
            says: ["Simulations succeed in two cases of three", "シミュレーションは 3 回に 2 回成功する"],
            paper: "66 % (section 4)",
            command: &CYCLES,
            found: Found::Percent(
                At::new("simulations.csv", &["twin"], "succeeded (%)"),
                At::new("simulations.csv", &["twin"], "tried"),
            ),
            bar: Bar::Within(56.0, 76.0),
            count: At::new("simulations.csv", &["twin"], "tried"),
            least: 100,
            of: ["simulations", "回"],
        },
        Claim {
            says: [
                "Simulations are about one node in a hundred",
                "シミュレーションの節点は全体の約 1 % である",
            ],
            paper: "0.7 % (section 4)",
            command: &CYCLES,
            found: Found::Exact(At::new("simulations.csv", &["twin"], "nodes in all nodes (%)")),
            bar: Bar::Below(2.0),
            count: At::new("simulations.csv", &["twin"], "tried"),
            least: 100,
            of: ["simulations", "回"],
        },
    ],
    commands: &[&CYCLES],
    because: None,
};

pub(super) const R15: Row = Row {
    id: "R15",
    paper: 3,
    section: "sections 3 and 4, figs. 5 and 6",
    idea: "proof and disproof trees made anew",
    claims: &[
        Claim {
            says: ["A proof tree costs few nodes more", "証明木の再構築の手間は少ない"],
            paper: "1.7 % (fig. 5)",
            command: &CYCLES,
            found: Found::Estimate(At::new("overheads.csv", &["twin"], "of proofs (%)")),
            bar: Bar::Below(5.0),
            count: At::new("overheads.csv", &["twin"], "proofs"),
            least: 30,
            of: PROBLEMS,
        },
        Claim {
            says: [
                "A disproof tree costs less than a fifth of the nodes more",
                "反証木の再構築の手間は 2 割に満たない",
            ],
            paper: "8.4 % (fig. 6)",
            command: &CYCLES,
            found: Found::Estimate(At::new("overheads.csv", &["twin"], "of disproofs (%)")),
            bar: Bar::Below(20.0),
            count: At::new("overheads.csv", &["twin"], "disproofs"),
            least: 10,
            of: PROBLEMS,
        },
    ],
    commands: &[&CYCLES],
    because: None,
};

pub(super) const R16: Row = Row {
    id: "R16",
    paper: 3,
    section: "section 4, tables 1 and 2",
    idea: "Nagai's treatment of repetition as the baseline",
    claims: &[
        Claim {
            says: ["Nagai's method proves none of the no-mates", "長井の方法は不詰をまったく解けない"],
            paper: "0 of 14 (table 2)",
            command: &CYCLES,
            found: Found::Share(
                At::new("solved.csv", &["Nagai-literal"], "no-mates"),
                At::new("solved.csv", &["Nagai-literal"], "of no-mates"),
            ),
            bar: Bar::Below(20.0),
            count: At::new("solved.csv", &["Nagai-literal"], "of no-mates"),
            least: 9,
            of: PROBLEMS,
        },
        Claim {
            says: ["It solves all mates", "詰みの問題はすべて解ける"],
            paper: "388 of 388 (table 2)",
            command: &CYCLES,
            found: Found::Share(
                At::new("solved.csv", &["Nagai-literal"], "mates"),
                At::new("solved.csv", &["Nagai-literal"], "of mates"),
            ),
            bar: Bar::Above(90.0),
            count: At::new("solved.csv", &["Nagai-literal"], "of mates"),
            least: 40,
            of: PROBLEMS,
        },
    ],
    commands: &[&CYCLES],
    because: None,
};
