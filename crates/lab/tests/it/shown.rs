//! What `{:?}` prints of types that hold tables: never the tables.

use std::fmt::Debug;

use komadai::analysis::Analyst;
use komadai::eval::Material;
use komadai::evaluation::Evaluation;
use komadai::journal::Answers;
use komadai::search::Limits;
use komadai_core::testing::assert_debug_is_short;
use komadai_lab::{Effectiveness, Games, MeanByGame, TreeProfile};
use komadai_report::{Plot, Table};

#[test]
fn what_experiments_read_gather_and_work_with() {
    let (mut table, mut mean) = (Table::new(["n", "square"]), MeanByGame::default());
    let answers = Answers::open(&crate::aids::Folder::new("shown-answers").path(""), "shown").unwrap();
    for n in 0..500_u32 {
        table.push([n.into(), (n * n).into()]);
        mean.push(1, f64::from(n));
        answers.note(&format!("question {n}"), "an answer").unwrap();
    }
    let shown: [&dyn Debug; 9] = [
        &Evaluation::default(),
        &Games::read(&[]).unwrap(),
        &table,
        &mean,
        &Plot::new("squares").line("n", (0..500).map(|n| (f64::from(n), 0.0))),
        &TreeProfile::default(),
        &Effectiveness::new(40, |_, _| 0, 21, |_, _| 0),
        &answers,
        &Analyst::new(&Material::default(), Limits::nodes(1), 1, 1).unwrap(),
    ];
    shown.into_iter().for_each(assert_debug_is_short);
}
