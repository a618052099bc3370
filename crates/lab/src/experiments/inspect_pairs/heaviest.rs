//! The heaviest relations: table 3 of paper 001.
//!
//! Of symmetric relations only the one that favours Black is shown. Rare relations have the most extreme weights, as the paper found, hence
//! the second half of its table.

use komadai_core::Position;
use komadai_eval::FeatureSet;
use komadai_eval::pair::{Fold, PairModel, Pairs, Relation};
use komadai_learn::replay;
use komadai_report::{Cell, Failure, Table, words};

use crate::data::games::ClassedGame;

/// The number of positions of the games in which each relation holds.
pub(super) fn count(games: &[ClassedGame]) -> Result<Vec<u32>, Failure> {
    let mut seen = vec![0; Relation::COUNT];
    // The number of the last position in which a relation was seen: one that holds twice is counted once.
    let mut last = vec![0_u32; Relation::COUNT];
    let mut number = 0;
    let mut add = |pos: &Position| {
        number += 1;
        Pairs.visit(pos, |relation, _| {
            let relation = relation as usize;
            seen[relation] += u32::from(last[relation] != number);
            last[relation] = number;
        });
    };
    for game in games {
        replay(&game.start, game.moves.iter().copied(), |at, _| add(at.pos))?;
    }
    Ok(seen)
}

/// Numbers of all relations and of those that are seen.
pub(super) fn relations(seen: &[u32], positions: usize) -> Table {
    let mut table = Table::new(["relations of two pieces", "positions", "number", "paper"]);
    let at_least = |least: u32| seen.iter().filter(|&&times| times >= least).count();
    for (name, least, paper) in [
        ("all", 0, Some(2_578_852_u32)),
        ("seen", 1, None),
        ("seen 20 times, which get a weight", 20, Some(1_060_000)),
        ("seen 200 times", 200, None),
    ] {
        table.push([name.into(), positions.into(), at_least(least).into(), paper.into()]);
    }
    table
}

/// The heaviest relations, and the heaviest of those that were seen at least `least` times.
pub(super) fn tables(model: &PairModel, fold: &Fold, seen: &[u32], top: usize, least: u32) -> (Table, Table) {
    type Slot = (f64, u32, Relation);
    // How often the relations of each slot were seen, all together.
    let mut times = vec![0; fold.len()];
    for (relation, &count) in seen.iter().enumerate() {
        if let Some(slot) = Relation::from_index(relation).and_then(|relation| fold.slot(relation)) {
            times[slot.index as usize] += count;
        }
    }
    let slots: Vec<Slot> = (0..fold.len())
        .filter_map(|slot| {
            let relation = fold.example(slot)?;
            let weight = model.weight_cp(fold, relation);
            // Turned, what was good for White is good for Black; without symmetry it is another relation.
            let relation = if weight < 0.0 && fold.slot(relation.turned())?.negated {
                relation.turned()
            } else {
                relation
            };
            Some((weight.abs(), times[slot], relation))
        })
        .filter(|(weight, _, relation)| *weight > 0.0 && model.weight_cp(fold, *relation) > 0.0)
        .collect();
    let table = |least: u32| {
        let mut slots: Vec<_> = slots.iter().filter(|slot| slot.1 >= least).collect();
        let heavier = |a: &&Slot, b: &&Slot| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2));
        if top < slots.len() {
            slots.select_nth_unstable_by(top, heavier);
            slots.truncate(top);
        }
        slots.sort_by(heavier);
        Table::of(slots)
            .column("piece 1", |(.., relation)| words::placed(relation.places().0.placed()))
            .column("piece 2", |(.., relation)| words::placed(relation.places().1.placed()))
            .column("seen", |(_, times, _)| *times)
            .real("centipawns", 1, |(weight, ..)| *weight)
            .table()
    };
    (table(0), table(least))
}

/// Table 3 as printed, weights before scaling.
pub(super) fn paper() -> Table {
    let mut table = Table::new(["model", "piece 1", "piece 2", "seen", "weight"]);
    for (model, first, second, seen, weight) in PAPER {
        table.push([model.into(), first.into(), second.into(), seen.into(), Cell::Real(weight, 2)]);
    }
    table
}

const PAPER: [(&str, &str, &str, u32, f64); 12] = [
    ("parent-child", "1二馬", "7九龍", 23, 2.56),
    ("parent-child", "2二歩", "2五成銀", 56, 2.27),
    ("parent-child", "1九玉", "7八香", 34, 2.19),
    ("sibling", "7九成銀", "9八成香", 30, 2.66),
    ("sibling", "6二馬", "6四馬", 24, 2.61),
    ("sibling", "3六龍", "6三成桂", 25, 2.32),
    ("parent-child, ≥ 200", "2六飛", "2七歩", 4011, 1.01),
    ("parent-child, ≥ 200", "7九銀", "8八銀", 39_650, 0.90),
    ("parent-child, ≥ 200", "7六飛", "7七歩", 1533, 0.84),
    ("sibling, ≥ 200", "2五玉", "2六歩", 419, 1.05),
    ("sibling, ≥ 200", "2四香", "2五歩", 765, 1.04),
    ("sibling, ≥ 200", "3八馬", "3九金", 378, 1.03),
];
