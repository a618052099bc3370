//! Paper 004: reliability of a search result.

use crate::experiments::report::claim::{At, Bar, Claim, Found, GAMES, POSITIONS};
use crate::experiments::report::command::Command;
use crate::experiments::report::row::Row;

const CORPUS: Command = Command {
    name: "corpus",
    quick: "",
    full: "make-corpus --games 2000 --threads 2 --out out/corpus.psv",
    minutes: [0.0, 5.0],
};

const SPREADS: Command = Command {
    name: "spreads",
    quick: "deep-shallow --positions 2500 --spacing 2 --depth 6 --samples-out out/samples-6.tsv --threads 2",
    full: "deep-shallow --corpus out/corpus.psv --positions 40000 --depth 8 --samples-out out/samples-8.tsv --threads 2",
    minutes: [2.0, 60.0],
};

const SPREAD_MODEL: Command = Command {
    name: "spread-model",
    quick: "train-reliability --samples out/samples-6.tsv --pair 3:6",
    full: "train-reliability --samples out/samples-8.tsv --pair 4:8 --threads 2",
    minutes: [0.3, 2.0],
};

const CALIBRATION: Command = Command {
    name: "calibration",
    quick: "calibration --samples out/samples-6.tsv --pair 3:6",
    full: "calibration --samples out/samples-8.tsv --pair 4:8 --bins 64",
    minutes: [0.1, 0.5],
};

const PROBCUT: Command = Command {
    name: "probcut",
    quick: "probcut --kind paper --depth 8 --deeper 0 --threads 2",
    full: "probcut --kind paper --depth 12 --deeper 1 --threads 2",
    minutes: [0.7, 90.0],
};

const PROBCUT_MATCH: Command = Command {
    name: "probcut-match",
    quick: "self-play --a modern+probcut+sigma-3 --b modern --eval default --nodes 500 --pairs 20 --threads 2",
    full: "self-play --a modern+probcut+sigma-3 --b modern --eval default --nodes 20000 --pairs 300 --openings data/openings/more.sfen --resign-cp 3000 --threads 2",
    minutes: [0.3, 240.0],
};

const GAMBLE: Command = Command {
    name: "gamble",
    quick: "gamble --positions 80 --depth 5 --play-depth 2 --threads 2",
    full: "gamble --corpus out/corpus.psv --positions 4000 --depth 8 --play-depth 4 --threads 2",
    minutes: [0.6, 60.0],
};

const AUDIT: Command = Command {
    name: "audit",
    quick: "heuristics --tables audit --positions 20 --depths 7 --cap 50000 --eval default --threads 2",
    full: "heuristics --tables audit --positions 100 --depths 8 --cap 100000 --claims 10 --eval default --threads 2",
    minutes: [0.8, 20.0],
};

pub(super) const R17: Row = Row {
    id: "R17",
    paper: 4,
    section: "section 4.1, figs. 15 to 19",
    idea: "how far a deep value lies from a shallow one",
    claims: &[
        Claim {
            says: [
                "The spread of the differences grows with the progress of the game",
                "深浅差の標準偏差は進行度とともに大きくなる",
            ],
            paper: "nearly linear (fig. 19)",
            command: &SPREADS,
            found: Found::Estimate(At::new("line.csv", &["ours"], "slope")),
            bar: Bar::Above(0.0),
            count: At::new("line.csv", &["ours"], "positions"),
            least: 2_000,
            of: POSITIONS,
        },
        Claim {
            says: ["The differences have mean 0", "深浅差の期待値は 0 である"],
            paper: "0 (figs. 17 and 18)",
            command: &SPREADS,
            found: Found::Estimate(At::new("depths.csv", &["2 and 4"], "mean")),
            bar: Bar::Within(-20.0, 20.0),
            count: At::new("depths.csv", &["2 and 4"], "positions"),
            least: 2_000,
            of: POSITIONS,
        },
        Claim {
            says: [
                "Between deeper depths the spread is narrower: 4 and 6 less 2 and 4",
                "より深い探索どうしの深浅差の幅は狭い（4 と 6、2 と 4 の差）",
            ],
            paper: "narrower (fig. 16, depths 8 to 14)",
            command: &SPREADS,
            found: Found::Difference(
                At::new("depths.csv", &["4 and 6"], "spread"),
                At::new("depths.csv", &["2 and 4"], "spread"),
            ),
            bar: Bar::Below(0.0),
            count: At::new("depths.csv", &["4 and 6"], "positions"),
            least: 2_000,
            of: POSITIONS,
        },
    ],
    commands: &[&CORPUS, &SPREADS],
    because: None,
};

pub(super) const R18: Row = Row {
    id: "R18",
    paper: 4,
    section: "section 4.2, table 1, figs. 21 and 22",
    idea: "a model of that spread",
    claims: &[
        gains(
            ["Progress's own features fit better than progress", "進行度の要素は進行度より尤度が高い"],
            "-7.363 to -7.071 (table 1)",
            &["progress-parts"],
        ),
        gains(
            ["All features fit better still", "提案する特徴すべてを用いるとさらに尤度が高い"],
            "-7.071 to -7.053 (table 1)",
            &["all"],
        ),
        Claim {
            says: [
                "Predicted spreads are those found, in nearly all bins",
                "推定した標準偏差はほとんどの区分で実際と合う",
            ],
            paper: "in 128 bins by eye (fig. 22)",
            command: &CALIBRATION,
            found: Found::Share(bins("hold the prediction in their 95 %"), bins("bins")),
            bar: Bar::Above(80.0),
            count: bins("positions"),
            least: 2_000,
            of: POSITIONS,
        },
    ],
    commands: &[&CORPUS, &SPREADS, &SPREAD_MODEL, &CALIBRATION],
    because: None,
};

const fn gains(says: [&'static str; 2], paper: &'static str, features: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper,
        command: &SPREAD_MODEL,
        found: Found::Estimate(At::new("table-1.csv", features, "gain over the row above")),
        bar: Bar::Above(0.0),
        count: At::new("table-1.csv", features, "positions held out"),
        least: 2_000,
        of: POSITIONS,
    }
}

const fn bins(column: &'static str) -> At {
    At::new("bins.csv", &[], column)
}

pub(super) const R19: Row = Row {
    id: "R19",
    paper: 4,
    section: "section 4.3, tables 2 and 3",
    idea: "ProbCut with a learned margin",
    claims: &[
        saves_nodes(
            ["A margin of one spread saves nodes", "マージン 1σ は探索節点を減らす"],
            "399 M to 346 M nodes (table 2)",
            &["modern+probcut+sigma-1"],
        ),
        saves_nodes(
            ["A margin of two spreads saves nodes", "マージン 2σ は探索節点を減らす"],
            "399 M to 385 M nodes (table 2)",
            &["modern+probcut+sigma-2"],
        ),
        Claim {
            says: [
                "ProbCut with three spreads is stronger than none",
                "マージン 3σ の ProbCut は ProbCut なしより強い",
            ],
            paper: "478 to 426, 52.9 % (table 3)",
            command: &PROBCUT_MATCH,
            found: Found::Estimate(At::new("score.csv", &["ours, by pairs"], "Elo, -400 log10(1/p-1)")),
            bar: Bar::Above(0.0),
            count: At::new("score.csv", &["ours, by pairs"], "games"),
            least: 600,
            of: GAMES,
        },
    ],
    commands: &[&PROBCUT, &PROBCUT_MATCH],
    because: None,
};

/// Counted are the positions in which a cut was made: in the others both searches are one.
const fn saves_nodes(says: [&'static str; 2], paper: &'static str, search: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper,
        command: &PROBCUT,
        found: Found::Estimate(At::new("probcut.csv", search, "times the nodes")),
        bar: Bar::Below(1.0),
        count: At::new("probcut.csv", search, "of other nodes"),
        least: 50,
        of: ["positions with a cut", "枝刈りのある局面"],
    }
}

pub(super) const R20: Row = Row {
    id: "R20",
    paper: 4,
    section: "section 4.4, table 4",
    idea: "gambling moves when behind",
    claims: &[Claim {
        says: [
            "A gamble wins no more games than it loses",
            "勝負手で勝ちに変わる局面は負けに変わる局面より多くない",
        ],
        paper: "199 saved, 226 lost (table 4)",
        command: &GAMBLE,
        found: Found::Estimate(At::new("table-4.csv", &["", "all"], "wins gained, %")),
        bar: Bar::Within(-10.0, 10.0),
        count: At::new("table-4.csv", &["", "all"], "other move"),
        least: 400,
        of: ["gambles that are another move", "最善手と異なる勝負手"],
    }],
    commands: &[&CORPUS, &GAMBLE],
    because: None,
};

pub(super) const R21: Row = Row {
    id: "R21",
    paper: 4,
    section: "sections 2.3 and 2.4",
    idea: "other margins and prunings",
    claims: &[],
    commands: &[&AUDIT],
    because: Some([
        "The paper names these prunings as related work and prints no number of them: the table shows how often what each prunes was worth searching.",
        "論文はこれらの枝刈りを関連研究として挙げるだけで数値はない。表は枝刈りが誤る割合を示す。",
    ]),
};
