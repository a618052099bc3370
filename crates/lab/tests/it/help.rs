//! `--help` of all examples: it is there, and fits a terminal, which [`run`] checks.

use crate::example::{repository, run};

/// A tutorial that reads no options.
const LEFT_OUT: [&str; 1] = ["custom_dfpn_heuristic"];

#[test]
fn help_of_every_example_fits_a_terminal() {
    let folder = repository().join("examples");
    let mut examples = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder of examples") {
        let path = entry.expect("an example").path();
        examples.push(path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned());
    }
    assert!(examples.len() > 25, "{examples:?}");
    for name in examples.iter().filter(|name| !LEFT_OUT.contains(&name.as_str())) {
        let help = run(name, &["--help"]);
        assert!(
            help.status == 0 && (help.out.contains("--help") || name == "usi_engine"),
            "{name}: {}",
            help.out
        );
    }
    for mode in ["screen", "spsa"] {
        assert_eq!(run("tune", &[mode, "--help"]).status, 0);
    }
}
