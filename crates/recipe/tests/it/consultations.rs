//! Recipes of engines that vote.

use crate::common::{HUNT, material, search};
use komadai_core::Value;
use komadai_eval::Material;
use komadai_recipe::{ConsultationRecipe, OwnPart, Parts};
use komadai_search::{
    BrotherBest, Consultation, ContextN, Engine, Ensemble, History, Limits, MoveMemory, Node, Noise,
    NullMove, Outcome, Report, Searcher,
};

const NOISE: Noise = Noise { sigma: Value::from_cp(70), seed: 9 };

fn by_hand<const N: usize>(first: usize) -> impl Engine {
    let memory = (BrotherBest::default(), History::default());
    let one = Searcher::new(Material::default()).memory(memory).draw_value(Value::from_cp(-50));
    Consultation::<_, N, _>::of(one).noise(NOISE).first_element(first).table(1).expect("one megabyte")
}

#[test]
fn a_recipe_is_the_consultation_put_together_by_hand() {
    let limits = Limits::depth(3);
    let report = |engine: &mut dyn Engine| search(engine, HUNT, &limits);
    let of = |text: &str| report(&mut *material().consultation(&text.parse().unwrap(), 1).unwrap());
    let same = |one: &Report, other: &Report| {
        assert_eq!((one.nodes, one.best, one.value), (other.nodes, other.best, other.value));
    };
    same(&of("consultation-1-70-9"), &report(&mut by_hand::<1>(0)));
    same(&of("consultation-8-70-9"), &report(&mut by_hand::<8>(0)));
    let mut apart = Ensemble::of(3, by_hand::<1>);
    same(&of("ensemble-3-70-9"), &report(&mut apart));
    // More or fewer engines, another seed, another σ, a part more, a part less: other searches.
    let nodes = of("consultation-8-70-9").nodes;
    for text in [
        "consultation-4-70-9",
        "consultation-16-70-9",
        "consultation-8-70",
        "consultation-8-71-9",
        "consultation-8-70-9+danger",
        "consultation-8-70-9-table",
    ] {
        assert_ne!(of(text).nodes, nodes, "{text}");
    }
}

#[test]
fn numbers_end_where_parts_begin() {
    let recipe: ConsultationRecipe =
        "consultation-8-70-9-table+must-promote+history.limit=900".parse().unwrap();
    assert_eq!(recipe.to_string(), "consultation-8-70-9-table+must-promote+history.limit=900");
    for (text, explanation) in [
        ("consultation", "found \"consultation\", expected consultation-N-SIGMA or ensemble-N-SIGMA"),
        ("consultation-", "found \"\", expected 1, 4, 8 or 16 engines"),
        ("consultation-many-50", "found \"many\", expected 1, 4, 8 or 16 engines"),
        ("ensemble-0-50", "found \"0\", expected 1 to 64 engines"),
        ("ensemble-8-5001", "found \"5001\", expected a standard deviation of 0 to 5000"),
        ("consultation-8-50-99999999999999999999", "expected a seed of 64 bits"),
        ("consultation-8-50-1-2", "found \"2\", expected at most three numbers"),
        ("consultation-8-50+nul", "found \"nul\", expected one of table"),
        ("consultation-8-50+late-moves", "a consultation has no socket for late-moves"),
    ] {
        let error = text.parse::<ConsultationRecipe>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("recipe {text:?}: ")) && error.contains(explanation), "{error}");
    }
}

/// Checks that no finished node has an empty window.
struct Watchful;

impl MoveMemory for Watchful {
    fn record(&mut self, at: &Node<'_>, _: &Outcome) {
        assert!(at.alpha < at.beta, "{} to {} in {}", at.alpha, at.beta, at.pos);
    }
}

#[test]
fn own_memories_take_part_and_other_own_parts_are_refused() {
    let parts = Parts::new().with("longer", || OwnPart::new().memory(ContextN::default())).unwrap();
    let parts = parts.with("second-null", || OwnPart::new().pruning(NullMove::default())).unwrap();
    assert!(parts.engine_recipe("consultation-4-50+longer").is_ok());
    let watchful = Parts::new().with("watchful", || OwnPart::new().memory(Watchful)).unwrap();
    let recipe = watchful.engine_recipe("consultation-4-50+watchful").unwrap();
    search(&mut *recipe.engine(&material(), 1).unwrap(), HUNT, &Limits::depth(3));
    let error = parts.engine_recipe("consultation-4-50+second-null").unwrap_err().to_string();
    assert!(error.contains("a consultation has no socket for second-null"), "{error}");
}
