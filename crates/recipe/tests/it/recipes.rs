//! Recipes as texts, and the registry of their parts.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::common::{OPEN, material, search};
use komadai::evaluation::Evaluation;
use komadai_core::Move;
use komadai_recipe::{OwnPart, PARTS, Parts, Recipe};
use komadai_search::pruning::FixedMargin;
use komadai_search::{ForwardPruning, Limits, Node, PlainDepth, Settings};

#[test]
fn recipes_are_read_and_shown_as_written() {
    let recipe: Recipe = "modern-null-late-moves+null".parse().unwrap();
    assert!(recipe.has("null") && !recipe.has("late-moves") && recipe.has("table"));
    assert_eq!(recipe.to_string(), "modern-null-late-moves+null");
    for (text, says) in [
        ("classic", "found \"classic\", expected one of bare, "),
        ("modern+nul", "found \"nul\", expected one of table, "),
        ("bare+nullx", "found \"nullx\", expected one of table, "),
        ("modern+late_move.base=1", "constant \"late_move.base\", expected one of"),
        ("modern+history.limit=", "history.limit=\"\", expected an integer"),
        ("modern+history.limit=あ", "history.limit=\"あ\", expected an integer"),
        ("modern+history.limit=-1", "constant history.limit = -1, expected 256 to 30000"),
    ] {
        let error = text.parse::<Recipe>().unwrap_err().to_string();
        assert!(error.starts_with(&format!("recipe {text:?}: {says}")), "{error}");
    }
}

#[test]
fn any_two_parts_are_read_in_any_order_and_with_either_sign() {
    let bare: Recipe = "bare".parse().unwrap();
    for one in PARTS {
        for other in PARTS.iter().filter(|other| other.name != one.name) {
            let both = bare.with(other.name).with(one.name);
            for recipe in [both.without(other.name), both.without(one.name).without(other.name), both] {
                match recipe.to_string().parse::<Recipe>() {
                    Ok(again) => assert_eq!(again, recipe),
                    Err(error) => assert!(error.fault.contains(" does nothing "), "{error}"),
                }
            }
        }
    }
}

#[test]
fn recipes_are_equal_if_their_searches_are() {
    let parts = Parts::new().with("one", OwnPart::new).unwrap().with("two", OwnPart::new).unwrap();
    let read = |text: &str| parts.recipe(text).unwrap();
    for (text, same) in [
        ("modern+context-razoring", "modern-razoring+context"),
        ("modern-null+null", "modern"),
        ("bare+aspiration=16+aspiration=100", "bare"),
        ("tacos", "tacos+realization.tail=64"),
    ] {
        assert_eq!(read(text), read(same));
        assert_eq!((read(text).to_string(), read(same).to_string()), (text.into(), same.into()));
    }
    // Own parts are asked in the order in which they are named.
    for (text, other) in [("bare+one+two", "bare+two+one"), ("modern", "modern+aspiration=16")] {
        assert_ne!(read(text), read(other));
    }
}

#[test]
fn a_name_of_no_built_in_part_is_in_no_recipe_and_cannot_be_added() {
    let parts = Parts::new().with("one", OwnPart::new).unwrap();
    let recipe = parts.recipe("modern+one").unwrap();
    assert!(!recipe.has("one") && !recipe.has("nul") && !recipe.has(""));
    for change in [Recipe::with, Recipe::without] {
        let changed = AssertUnwindSafe(|| change(&recipe, "nul"));
        let panic = catch_unwind(changed).unwrap_err();
        assert!(panic.downcast_ref::<String>().unwrap().contains("\"nul\" is no built-in part"));
    }
}

#[test]
fn a_word_that_changes_nothing_is_refused() {
    let wide = || OwnPart::new().margin(FixedMargin::default());
    let plies = || OwnPart::new().depth_policy(PlainDepth::default());
    let parts = Parts::new().with("wide", wide).unwrap().with("wider", wide).unwrap();
    let parts = parts.with("even", plies).unwrap().with("odd", plies).unwrap();
    for (text, says) in [
        ("tacos+iid", "iid does nothing beside another control of depth"),
        ("modern+check-extension+softmax", "check-extension does nothing beside another control of depth"),
        ("tacos+softmax+categories", "categories does nothing beside softmax"),
        ("bare+counted-margin", "counted-margin does nothing without futility"),
        ("modern+mate-probcut", "mate-probcut does nothing without a ProbCut"),
        ("modern+wide", "wide does nothing without probcut, multi-probcut or quiet-probcut"),
        ("modern+probcut+wide+wider", "wide does nothing beside another margin"),
        ("modern+even+odd", "even does nothing beside another own control of depth"),
        ("modern+even+iir", "iir does nothing beside another control of depth"),
    ] {
        assert_eq!(parts.recipe(text).unwrap_err().to_string(), format!("recipe {text:?}: {says}"));
    }
    let sound = ["softmax", "iid", "mate-probcut+probcut-by-move", "wide+probcut", "odd"];
    assert!(sound.iter().all(|words| parts.recipe(&format!("modern+{words}")).is_ok()));
}

/// Skips nothing, and is asked only about captures and promotions.
struct Tactical;

impl ForwardPruning for Tactical {
    fn skip_tactical(&self, at: &Node<'_>, mv: Move) -> bool {
        assert!(!at.is_quiet(mv), "{mv} in {}", at.pos);
        false
    }
}

#[test]
fn a_tail_of_quiet_moves_is_no_business_of_rules_for_captures() {
    let parts = Parts::new().with("tactical", || OwnPart::new().pruning(Tactical)).unwrap();
    let recipe = parts.recipe("tacos+tactical").unwrap();
    let mut engine = material().engine(&recipe, 1).unwrap();
    assert!(search(&mut *engine, OPEN, &Limits::nodes(20_000)).best.is_some());
}

#[test]
fn constants_have_names_and_values() {
    let recipe: Recipe = "modern+late_moves.base=-8-null+history.limit=900".parse().unwrap();
    let settings = recipe.settings();
    assert_eq!((settings.late_moves.base.units(), settings.history.limit), (-8, 900));
    assert!(!recipe.has("null") && recipe.has("history"));
    assert_eq!(recipe.to_string(), "modern+late_moves.base=-8-null+history.limit=900");
    let other = "modern".parse::<Recipe>().unwrap().without("null");
    let other = other.with_constant("history.limit", 900).unwrap();
    assert_eq!(other.with_constant("late_moves.base", -8).unwrap().parts_text(), recipe.parts_text());
    // A constant at its default does not count, also if the base has another value.
    let usual = Settings::default();
    let parts = |text: String| text.parse::<Recipe>().unwrap().parts_text();
    assert_eq!(parts(format!("modern+history.limit={}", usual.history.limit)), parts("modern".into()));
    assert!(parts("tacos".into()).ends_with("+realization.tail=64"));
    assert!(parts("tacos+realization.tail=0".into()).find('=').is_none());
}

#[test]
fn names_are_names_of_one_part_and_bases_those_of_recipes() {
    for part in PARTS {
        assert_eq!(PARTS.iter().filter(|other| other.name == part.name).count(), 1, "{part:?}");
        let known = |base: &str| ["modern", "tacos", "consultation"].contains(&base);
        assert!(part.bases.split_whitespace().all(known) && !part.what.is_empty(), "{part:?}");
    }
}

#[test]
fn names_of_own_parts_and_evaluations_are_words_that_nothing_else_has() {
    let own = |name: &str| Parts::new().with(name, OwnPart::new);
    let evaluation = |name: &str| Parts::new().with_evaluation(name, Evaluation::material);
    for name in ["", "9lives", "Big", "a_b", "null"] {
        assert!(own(name).is_err(), "{name}");
    }
    for name in ["", "Big", "out/a.kmd", "material", "pairs", "default", "blend"] {
        assert!(evaluation(name).is_err(), "{name}");
    }
    // With these a text could mean two recipes.
    for name in ["null-history", "null-context-n", "context-null-window", "window-pass"] {
        assert!(own(name).unwrap_err().to_string().contains(" joins no other names "), "{name}");
    }
    assert!(own("null-2").unwrap().with("null-2", OwnPart::new).is_err());
    assert!(evaluation("mine").unwrap().with_evaluation("mine", Evaluation::material).is_err());
}

#[test]
fn an_unknown_evaluation_is_told_which_there_are_the_own_ones_among_them() {
    let parts = Parts::new().with_evaluation("counting", Evaluation::material).unwrap();
    let error = parts.evaluation("conuting").unwrap_err().to_string();
    let expected = "; expected material, default, pairs, blend, counting or a model file";
    assert!(error.ends_with(expected), "{error}");
}
