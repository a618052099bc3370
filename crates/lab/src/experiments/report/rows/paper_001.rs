//! Paper 001: pairs of pieces.

use crate::experiments::report::claim::{At, Bar, Claim, Found, GAMES, POSITIONS, Unit};
use crate::experiments::report::command::Command;
use crate::experiments::report::row::Row;

const RELATIONS: Command =
    Command { name: "relations", quick: "inspect-pairs", full: "inspect-pairs", minutes: [0.1, 0.1] };

const EFFECTS: Command = Command {
    name: "effects",
    quick: "inspect-pairs data/models/default-effects.kmd",
    full: "inspect-pairs data/models/default-effects.kmd",
    minutes: [0.05, 0.05],
};

const PAIRS: Command = Command {
    name: "pairs",
    quick: "train-discriminant --symmetry colors-and-sides --threads 2",
    full: "train-discriminant --symmetry colors-and-sides --curve --threads 2",
    minutes: [0.2, 0.6],
};

const PARENT: Command = Command {
    name: "parent",
    quick: "train-discriminant --symmetry colors-and-sides --model parent-child --save out/parent.kmd --threads 2",
    full: "train-discriminant --symmetry colors-and-sides --model parent-child --save out/parent.kmd --threads 2",
    minutes: [0.1, 0.1],
};

const SIBLING: Command = Command {
    name: "sibling",
    quick: "train-discriminant --symmetry colors-and-sides --model sibling --save out/sibling.kmd --threads 2",
    full: "train-discriminant --symmetry colors-and-sides --model sibling --save out/sibling.kmd --threads 2",
    minutes: [0.1, 0.1],
};

const SHAPES: Command = Command {
    name: "shapes",
    quick: "rate-evaluation --eval material --eval out/parent.kmd --eval out/sibling.kmd --held-out 20 --threads 2",
    full: "rate-evaluation --eval material --eval out/parent.kmd --eval out/sibling.kmd --held-out 20 --threads 2",
    minutes: [0.1, 0.1],
};

const PAIRS_MATCH: Command = Command {
    name: "pairs-match",
    quick: "self-play --a modern --b modern --eval out/sibling.kmd --against-eval material --nodes 500 --pairs 30 --threads 2",
    full: "self-play --a modern --b modern --eval out/sibling.kmd --against-eval material --nodes 2000 --pairs 300 --openings data/openings/more.sfen --threads 2",
    minutes: [0.3, 30.0],
};

pub(super) const R5: Row = Row {
    id: "R5",
    paper: 1,
    section: "section 3, table 1",
    idea: "evaluation by unordered pairs of pieces",
    claims: &[Claim {
        says: ["There are 2,578,852 relations of two pieces", "駒の関係は 2,578,852 通りある"],
        paper: "2,578,852 (section 3)",
        command: &RELATIONS,
        found: Found::Exact(At::new("relations.csv", &["all"], "number")),
        bar: Bar::Within(2_578_852.0, 2_578_852.0),
        count: At::new("relations.csv", &["all"], "number"),
        least: 1,
        of: ["relations", "通り"],
    }],
    commands: &[&RELATIONS, &EFFECTS],
    because: Some([
        "Table 1 counts cycles of one machine: `cargo bench --bench evaluate -- --table` prints ours beside it. Beside pairs stands what a king as the third piece would tell (the paper's future work), as effects on the squares around it.",
        "表 1 は特定の機械のサイクル数である。`cargo bench --bench evaluate -- --table` がここでの値を並べて出力する。",
    ]),
};

pub(super) const R6: Row = Row {
    id: "R6",
    paper: 1,
    section: "section 4.1",
    idea: "training rows from quiet moves of games",
    claims: &[Claim {
        says: [
            "The played move is quiet in two thirds of the positions",
            "棋譜の指し手の約 3 分の 2 は駒の損得のない手である",
        ],
        paper: "67.5 % (section 4.1)",
        command: &PAIRS,
        found: Found::Percent(played(), At::new("positions.csv", &["learned"], "positions")),
        bar: Bar::Within(62.5, 72.5),
        count: At::new("positions.csv", &["learned"], "positions"),
        least: 5_000,
        of: POSITIONS,
    }],
    commands: &[&PAIRS],
    because: None,
};

const fn played() -> At {
    At::new("positions.csv", &["learned"], "played quiet (%)")
}

pub(super) const R7: Row = Row {
    id: "R7",
    paper: 1,
    section: "sections 4.2 and 4.3, figs. 1 and 2",
    idea: "discriminant analysis by conjugate gradients",
    claims: &[],
    commands: &[&PAIRS],
    because: Some([
        "Figs. 1 and 2 are curves without numbers, of 200,000 and 40,000 games; ours are drawn beside the table, of the 60 games of the repository.",
        "図 1・2 は数値のない曲線で、20 万局と 4 万局による。ここではリポジトリの 60 局による曲線を示す。",
    ]),
};

pub(super) const R8: Row = Row {
    id: "R8",
    paper: 1,
    section: "section 5, tables 3 to 9",
    idea: "what the learned evaluation knows",
    claims: &[
        held_out(
            [
                "By the sibling model the played move ranks third of about 20 quiet ones",
                "兄弟モデルで棋譜の手は約 20 手中 3 番目に位置する",
            ],
            "1.9 from 0 (table 5)",
            At::new("ranks.csv", &["all"], "sibling"),
            Bar::Below(2.9),
        ),
        held_out(
            ["By the parent-child model it ranks eighth", "親子モデルでは 8 番目に位置する"],
            "7.3 from 0 (table 5)",
            At::new("ranks.csv", &["all"], "parent"),
            Bar::Below(8.3),
        ),
        held_out(
            [
                "After the played move the sibling model's value rises",
                "棋譜の手の後で兄弟モデルの評価値は上がる",
            ],
            "85.6 % (table 4)",
            At::new("rises.csv", &["all"], "sibling %"),
            Bar::Above(75.0),
        ),
        held_out(
            [
                "After the played move the parent-child model's value rises",
                "棋譜の手の後で親子モデルの評価値は上がる",
            ],
            "97.8 % (table 4)",
            At::new("rises.csv", &["all"], "parent %"),
            Bar::Above(90.0),
        ),
        Claim {
            says: ["The sibling model avoids all bad shapes", "兄弟モデルはすべての例題で悪形を避ける"],
            paper: "all (tables 7 and 8)",
            command: &SHAPES,
            found: Found::Exact(At::new("verdicts.csv", &["avoided"], "sibling")),
            bar: Bar::Above(7.5),
            count: At::new("verdicts.csv", &["asked"], "sibling"),
            least: 8,
            of: PROBLEMS_AND_BOARDS,
        },
        Claim {
            says: [
                "With pairs the program is stronger than without",
                "駒の関係を使うプログラムは使わないものより強い",
            ],
            paper: "33 to 7 and 32 to 8 (table 9)",
            command: &PAIRS_MATCH,
            found: Found::Estimate(At::new("score.csv", &["ours, by pairs"], "Elo, -400 log10(1/p-1)")),
            bar: Bar::Above(0.0),
            count: At::new("score.csv", &["ours, by pairs"], "games"),
            least: 40,
            of: GAMES,
        },
    ],
    commands: &[&PARENT, &SIBLING, &SHAPES, &PAIRS_MATCH],
    because: Some([
        "The models are learned from 60 games, the paper's from 200,000 and 40,000: what fails here may be a matter of games.",
        "モデルは 60 局から学習した（論文は 20 万局と 4 万局）。ここで成り立たないことは棋譜の数によるかもしれない。",
    ]),
};

const PROBLEMS_AND_BOARDS: Unit = ["problems and whole boards", "例題"];

const fn held_out(says: [&'static str; 2], paper: &'static str, cell: At, bar: Bar) -> Claim {
    Claim {
        says,
        paper,
        command: &SHAPES,
        found: Found::Estimate(cell),
        bar,
        count: At::new("rises.csv", &["all"], "moves"),
        least: 1_000,
        of: POSITIONS,
    }
}
