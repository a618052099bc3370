//! Paper 000: killers.

use crate::experiments::report::claim::{At, Bar, Claim, Found, GAMES, POSITIONS, PROBLEMS};
use crate::experiments::report::command::Command;
use crate::experiments::report::row::Row;

const GROUNDS: Command = Command {
    name: "grounds",
    quick: "heuristics --tables killers --rows brother,premove,context --positions 24 --depths 4,6 --eval default --threads 2",
    full: "heuristics --tables killers --positions 100 --depths 6,8 --cap 1000000 --eval default --threads 2",
    minutes: [0.4, 45.0],
};

const KILLERS: Command = Command {
    name: "killers",
    quick: "killer-effectiveness --positions 60 --nodes 20000 --threads 2",
    full: "killer-effectiveness --positions 100 --nodes 400000 --threads 2",
    minutes: [0.7, 25.0],
};

const CATEGORIES: Command = Command {
    name: "categories",
    quick: "count-categories",
    full: "count-categories --positions 60 --nodes 100000 --threads 2",
    minutes: [0.1, 1.0],
};

const CONTEXT_MATCH: Command = Command {
    name: "context-match",
    quick: "self-play --a tacos+context --b tacos --eval default --nodes 500 --pairs 30 --threads 2",
    full: "self-play --a tacos+context --b tacos --eval default --nodes 10000 --pairs 500 --openings data/openings/more.sfen --resign-cp 3000 --threads 2",
    minutes: [0.5, 400.0],
};

const CONTEXT_PROBLEMS: Command = Command {
    name: "context-problems",
    quick: "next-move --a tacos+context --b tacos --file data/positions/mates.tsv --eval default --nodes 5000 --threads 2",
    full: "next-move --a tacos+context --b tacos --file data/positions/mates.tsv --eval default --nodes 50000 --threads 2",
    minutes: [0.2, 2.0],
};

pub(super) const R1: Row = Row {
    id: "R1",
    paper: 0,
    section: "sections 2.3, 6.5",
    idea: "killers, histories, and what is left of one on top of another",
    claims: &[
        saves_nodes(["Brotherbest saves nodes", "Brotherbest は探索節点を減らす"], &["brother, alone"]),
        saves_nodes(["Premovebest saves nodes", "Premovebest は探索節点を減らす"], &["premove, alone"]),
        saves_nodes(["Contextbest saves nodes", "Contextbest は探索節点を減らす"], &["context, alone"]),
        Claim {
            says: [
                "A killer by the move two plies ago alone is worse than Premovebest",
                "2 手前の手だけによるキラー手は Premovebest に劣る",
            ],
            paper: "worse, without a number (section 6.5)",
            command: &KILLERS,
            found: Found::Difference(rate(&["two ago"]), rate(&["Premovebest"])),
            bar: Bar::Below(0.0),
            count: At::new("summary.csv", &["two ago"], "positions"),
            least: 50,
            of: POSITIONS,
        },
    ],
    commands: &[&GROUNDS, &KILLERS],
    because: None,
};

/// Nodes without a part over those with it.
const fn saves_nodes(says: [&'static str; 2], row: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper: "more efficient, without a number (sections 2.3, 6.5)",
        command: &GROUNDS,
        found: Found::Estimate(At::new("killers.csv", row, "nodes without / with, depth 6")),
        bar: Bar::Above(1.0),
        count: At::new("killers.csv", row, "positions"),
        least: 24,
        of: POSITIONS,
    }
}

const fn rate(killer: &'static [&'static str]) -> At {
    At::new("summary.csv", killer, "rate")
}

pub(super) const R2: Row = Row {
    id: "R2",
    paper: 0,
    section: "sections 3.2 and 3.3, figs. 3.1 to 3.5",
    idea: "how often a killer alone is right",
    claims: &[
        about_0_6(
            ["Brotherbest is effective in about 0.6 of the cases", "Brotherbest の有効率は 6 割程度"],
            &["Brotherbest"],
        ),
        about_0_6(
            ["Passbest is effective in about 0.6 of the cases", "Passbest の有効率は 6 割程度"],
            &["Passbest"],
        ),
        about_0_6(
            ["Premovebest is effective in about 0.6 of the cases", "Premovebest の有効率は 6 割程度"],
            &["Premovebest"],
        ),
        steady(
            [
                "Brotherbest's rate does not depend on the progress of the game",
                "Brotherbest の有効率は局面の進行によらない",
            ],
            &["Brotherbest"],
        ),
        steady(
            [
                "Premovebest's rate does not depend on the progress of the game",
                "Premovebest の有効率は局面の進行によらない",
            ],
            &["Premovebest"],
        ),
        beyond(
            ["Passbest falls from depth 11 on", "Passbest の有効率は深さ 11 以降で減少する"],
            "falls (fig. 3.4)",
            &["Passbest"],
            Bar::Below(0.0),
        ),
        beyond(
            ["Premovebest goes on rising from depth 11 on", "Premovebest の有効率は深さ 11 以降も上昇する"],
            "rises (fig. 3.4)",
            &["Premovebest"],
            Bar::Above(0.0),
        ),
        beyond(
            ["Brotherbest keeps its rate from depth 11 on", "Brotherbest の有効率は深さ 11 以降も変わらない"],
            "stays (fig. 3.4)",
            &["Brotherbest"],
            Bar::Within(-0.05, 0.05),
        ),
        of_passbest(
            ["Passbest never answers a check", "Passbest に王手防ぎは入らない"],
            "none (fig. 3.5)",
            &["answer to a check"],
            Bar::Below(0.5),
        ),
        of_passbest(
            [
                "More than half of Passbest's effective moves take the dearest piece",
                "Passbest の有効な手の半数以上は最も価値の高い駒を取る手である",
            ],
            "more than half (fig. 3.5)",
            &["takes the dearest piece"],
            Bar::Above(50.0),
        ),
    ],
    commands: &[&KILLERS],
    because: None,
};

const fn about_0_6(says: [&'static str; 2], killer: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper: "about 0.6 (fig. 3.1)",
        command: &KILLERS,
        found: Found::Estimate(rate(killer)),
        bar: Bar::Within(0.5, 0.7),
        count: At::new("summary.csv", killer, "positions"),
        least: 50,
        of: POSITIONS,
    }
}

/// The progress of a game goes from 0 to 127, so that this is a change of less than 0.1 over all of it.
const fn steady(says: [&'static str; 2], killer: &'static [&'static str]) -> Claim {
    Claim {
        says,
        paper: "steady (fig. 3.1)",
        command: &KILLERS,
        found: Found::Estimate(At::new("progress.csv", killer, "slope per 10")),
        bar: Bar::Within(-0.008, 0.008),
        count: At::new("progress.csv", killer, "positions"),
        least: 50,
        of: POSITIONS,
    }
}

const fn beyond(
    says: [&'static str; 2],
    paper: &'static str,
    killer: &'static [&'static str],
    bar: Bar,
) -> Claim {
    Claim {
        says,
        paper,
        command: &KILLERS,
        found: Found::Estimate(At::new("beyond.csv", killer, "difference")),
        bar,
        count: At::new("beyond.csv", killer, "positions"),
        least: 50,
        of: POSITIONS,
    }
}

const fn of_passbest(
    says: [&'static str; 2],
    paper: &'static str,
    kind: &'static [&'static str],
    bar: Bar,
) -> Claim {
    Claim {
        says,
        paper,
        command: &KILLERS,
        found: Found::Estimate(At::new("kinds.csv", kind, "Passbest")),
        bar,
        count: At::new("summary.csv", &["Passbest"], "positions"),
        least: 50,
        of: POSITIONS,
    }
}

pub(super) const R3: Row = Row {
    id: "R3",
    paper: 0,
    section: "section 3.1; paper 004, section 2.3.3",
    idea: "depth by realization probability, over 21 categories of moves",
    claims: &[Claim {
        says: [
            "A move that wins material with check is played in about 43 % of the positions that have one",
            "王手で駒得する手は約 43 % の局面で指される",
        ],
        paper: "about 43 % (paper 004, section 2.3.3)",
        command: &CATEGORIES,
        found: Found::Estimate(At::new("winning-check.csv", &["wins material with check"], "p (%)")),
        bar: Bar::Within(33.0, 53.0),
        count: At::new("winning-check.csv", &["wins material with check"], "positions"),
        least: 200,
        of: POSITIONS,
    }],
    commands: &[&CATEGORIES],
    because: Some([
        "The probabilities of the 21 categories are not printed in the thesis: the table has ours alone.",
        "論文に 21 カテゴリの確率は載っていない。表はここでの値だけを示す。",
    ]),
};

pub(super) const R4: Row = Row {
    id: "R4",
    paper: 0,
    section: "sections 6.3 and 6.4, tables 6.1 and 6.2",
    idea: "Contextbest in games and in next-move problems",
    claims: &[
        Claim {
            says: [
                "A search with Contextbest is stronger than the same search without it",
                "Contextbest を使う探索は使わない探索より強い",
            ],
            paper: "171 to 129, +51.3 Elo of 200 log3 (table 6.1)",
            command: &CONTEXT_MATCH,
            found: Found::Estimate(At::new("score.csv", &["ours, by pairs"], "Elo, 200 log3(p/(1-p))")),
            bar: Bar::Above(0.0),
            count: At::new("score.csv", &["ours, by pairs"], "games"),
            least: 300,
            of: GAMES,
        },
        Claim {
            says: ["It solves more problems of nine plies", "9 手の問題を多く解く"],
            paper: "67 and 43 of 100, without it 63 and 40 (table 6.2)",
            command: &CONTEXT_PROBLEMS,
            found: Found::Estimate(At::new("solved.csv", &["mate in 9"], "a - b (% of positions)")),
            bar: Bar::Above(0.0),
            count: At::new("solved.csv", &["mate in 9"], "positions"),
            least: 100,
            of: PROBLEMS,
        },
    ],
    commands: &[&CONTEXT_MATCH, &CONTEXT_PROBLEMS],
    because: Some([
        "The thesis's problem books are not ours to give away: mates in 5, 7 and 9 plies take their place.",
        "論文の問題集は配布できないため、5・7・9 手の詰みで代える。",
    ]),
};
