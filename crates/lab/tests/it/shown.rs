//! What `{:?}` says of what holds tables: never the tables.

use std::fmt::Debug;

use komadai::analysis::Analyst;
use komadai::eval::Material;
use komadai::journal::Answers;
use komadai::search::Limits;
use komadai_core::testing::assert_debug_is_short;
use komadai_lab::{Effectiveness, Games, MeanByGame, TreeProfile};
use komadai_report::{Plot, Table};

#[test]
fn models_that_come_with_the_package() {
    assert_debug_is_short(&"default".parse::<komadai::evaluation::Evaluation>().unwrap());
}

#[test]
fn what_the_lab_gathers() {
    assert_debug_is_short(&Games::read(&[]).unwrap());
    let mut table = Table::new(["n", "square"]);
    let mut mean = MeanByGame::default();
    for n in 0..500_u32 {
        table.push([n.into(), (n * n).into()]);
        mean.push(1, f64::from(n));
    }
    let gathered: [&dyn Debug; 2] = [&table, &mean];
    gathered.into_iter().for_each(assert_debug_is_short);
    assert_debug_is_short(&Plot::new("squares").line("n", (0..500).map(|n| (f64::from(n), 0.0))));
    assert_debug_is_short(&TreeProfile::default());
    assert_debug_is_short(&Effectiveness::new(40, |_, _| 0, 21, |_, _| 0));
}

#[test]
fn what_works_with_tables() {
    let folder = crate::aids::Folder::new("shown-answers").path("");
    let answers = Answers::open(&folder, "shown").unwrap();
    for n in 0..500 {
        answers.note(&format!("question {n}"), "an answer").unwrap();
    }
    assert_debug_is_short(&answers);
    assert_debug_is_short(&Analyst::new(&Material::default(), Limits::nodes(1), 1, 1).unwrap());
}
