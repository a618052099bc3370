//! Every package can be published: it carries the texts of its licences and says where it is at home.

use std::fs;
use std::path::Path;

#[test]
fn every_package_has_its_licences_and_a_home() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text =
        |path: &Path| fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    for package in ["shogi-core", "search", "eval", "tsume", "learn", "usi"] {
        let folder = root.join("crates").join(package);
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            assert_eq!(text(&folder.join(licence)), text(&root.join(licence)), "{package}/{licence}");
        }
        let manifest = text(&folder.join("Cargo.toml"));
        for field in ["description = ", "license.workspace", "homepage.workspace", "readme = "] {
            assert!(manifest.contains(field), "{package}: {field}");
        }
    }
}
