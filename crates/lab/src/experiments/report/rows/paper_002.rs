//! Paper 002: Tohske.

use crate::experiments::report::claim::{At, Bar, Claim, Found, POSITIONS};
use crate::experiments::report::command::Command;
use crate::experiments::report::row::Row;

const PARTS: Command = Command {
    name: "parts",
    quick: "heuristics --tables combined --rows table,brother,null,exchange-order --positions 24 --depths 4,6 --eval default --threads 2",
    full: "heuristics --tables combined --positions 100 --depths 6,8 --cap 1000000 --eval default --threads 2",
    minutes: [0.3, 45.0],
};

const COMPARISON: Command = Command {
    name: "comparison",
    quick: "train-comparison --passes 4 --threads 2",
    full: "train-comparison --passes 16 --terms relative --threads 2",
    minutes: [0.2, 3.0],
};

const VOTES: Command = Command {
    name: "votes",
    quick: "consultation --positions 40 --depth 3 --sigma 100 --eval default --threads 2",
    full: "consultation --suite data/positions/midgame.tsv --suite data/positions/played.tsv --positions 240 --depth 4 --sigma 50,100,200 --eval default --threads 2",
    minutes: [0.3, 30.0],
};

pub(super) const R9: Row = Row {
    id: "R9",
    paper: 2,
    section: "section 1",
    idea: "an opening book counted from games",
    claims: &[],
    commands: &[],
    because: Some([
        "The paper's book has about 70,000 positions of games that are not ours to give: `cargo run --release --example build_book -- FILE…` counts one from any records, by the paper's rule of two wins.",
        "論文の定跡は約 7 万局面で、元の棋譜は配布できない。`cargo run --release --example build_book -- FILE…` が任意の棋譜から同じ規則（2 勝以上）で数える。",
    ]),
};

pub(super) const R10: Row = Row {
    id: "R10",
    paper: 2,
    section: "section 2",
    idea: "the parts of an alpha-beta search",
    claims: &[
        saves_nodes(["The transposition table saves nodes", "局面表は探索節点を減らす"], &["table"]),
        saves_nodes(["Killers save nodes", "キラー手は探索節点を減らす"], &["brother"]),
        saves_nodes(["Null-move pruning saves nodes", "Null Move 枝刈りは探索節点を減らす"], &["null"]),
        saves_nodes(
            [
                "Ordering by static exchange evaluation saves nodes",
                "Static Exchange Evaluation による並べ替えは探索節点を減らす",
            ],
            &["exchange-order"],
        ),
    ],
    commands: &[&PARTS],
    because: None,
};

const fn saves_nodes(says: [&'static str; 2], part: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper: "used, without a number (section 2)",
        command: &PARTS,
        found: Found::Estimate(At::new("combined.csv", part, "nodes without / with, depth 6")),
        bar: Bar::Above(1.0),
        count: At::new("combined.csv", part, "positions"),
        least: 24,
        of: POSITIONS,
    }
}

pub(super) const R11: Row = Row {
    id: "R11",
    paper: 2,
    section: "section 3",
    idea: "training by comparison of moves (the Bonanza method)",
    claims: &[],
    commands: &[&COMPARISON],
    because: Some([
        "The paper names the items and prints no number: the table shows how many moves of games held out our weights find, pass by pass.",
        "論文は評価項目を挙げるだけで数値はない。表は学習に使わない棋譜との一致率を示す。",
    ]),
};

pub(super) const R12: Row = Row {
    id: "R12",
    paper: 2,
    section: "section 4",
    idea: "virtual engines that vote in one tree",
    claims: &[
        of_eight(
            [
                "Eight virtual engines search about twice the nodes of one",
                "仮想的な 8 台の探索節点は 1 台の約 2 倍に収まる",
            ],
            "nodes (times one)",
        ),
        of_eight(
            [
                "Eight virtual engines take about twice the time of one",
                "仮想的な 8 台の思考時間は 1 台の約 2 倍に収まる",
            ],
            "time (times one)",
        ),
    ],
    commands: &[&VOTES],
    because: None,
};

const fn of_eight(says: [&'static str; 2], column: &'static str) -> Claim {
    Claim {
        says,
        paper: "about 2 (section 4); σ is not told, here 100",
        command: &VOTES,
        found: Found::Estimate(At::new("consultation-cost.csv", &["100", "8"], column)),
        bar: Bar::Below(2.5),
        count: At::new("consultation-votes.csv", &["100", "8"], "positions"),
        least: 30,
        of: POSITIONS,
    }
}
