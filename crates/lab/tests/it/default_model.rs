//! The built-in evaluation plays better than material.

use komadai::evaluation::Evaluation;
use komadai::search::Limits;

#[test]
fn it_plays_better_than_material_at_equal_nodes() {
    use komadai::Value;
    use komadai::search::Engine;
    use komadai_lab::self_play::{Match, MatchRules, Resignation, Standing};
    use komadai_lab::{Recipe, read_openings};

    let recipe: Recipe = "modern".parse().unwrap();
    let engine = |eval: Evaluation| -> Box<dyn Engine + Send> { recipe.engine(eval, 1).unwrap() };
    let mut openings = read_openings(include_str!("../../../../data/openings/balanced.sfen")).unwrap();
    openings.truncate(8);
    let rules = MatchRules {
        resignation: Some(Resignation { behind: Value::from_cp(2_000), plies: 6 }),
        ..MatchRules::default()
    };
    let limits = [Limits::nodes(500), Limits::nodes(500)];
    let of = Match { names: ["default", "material"].map(str::to_owned), limits, rules, openings };
    let players = (0..2).map(|_| [engine(Evaluation::default()), engine(Evaluation::material())]).collect();
    let games = of.run(players, Vec::new(), None, |_, _| Ok::<(), ()>(())).unwrap();
    let share = Standing::of(&games).games.share();
    assert!(share > 0.6, "{share}");
}
