//! The report of all rows, on the row that is quickest.

use std::path::Path;

use crate::aids::lab;
use crate::example::{folder, text};

const FILES: [&str; 5] =
    ["report.html", "reproduction.csv", "REPRODUCTION.md", "REPRODUCTION.ja.md", "TABLES.md"];

fn report(folder: &Path) -> [String; 5] {
    lab(&["report", "--only", "R5", "--out", text(folder)]).done();
    FILES.map(|file| std::fs::read_to_string(folder.join(file)).expect("a file of the report"))
}

#[test]
fn a_report_that_was_broken_off_ends_with_the_same_page() {
    let folder = folder("report");
    let whole = report(&folder);
    let [page, csv, ..] = &whole;
    assert!(csv.contains("\nR5,") && !csv.contains("\nR2,"), "{csv}");
    for part in [
        "id=\"R21\"",
        "not run",
        "<caption>",
        "2,578,852",
        "class=\"verdict holds\">holds here",
        "effects-attack",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("src="), "{page}");
    // The name of SVG is an address that nobody opens.
    assert!(!page.replace("http://www.w3.org/", "").contains("://"), "something from elsewhere: {page}");
    // Killed while it wrote down what a command printed, and while it wrote the page.
    let journal = std::fs::read(folder.join("report.tsv")).expect("a journal");
    std::fs::write(folder.join("report.tsv"), &journal[..journal.len() / 2]).expect("a journal cut short");
    std::fs::write(folder.join("report.html"), &whole[0][..100]).expect("a page cut short");
    assert!(report(&folder) == whole, "another page after an interruption");
    assert_eq!(std::fs::read(folder.join("report.tsv")).expect("a journal"), journal);
    std::fs::remove_dir_all(&folder).expect("a folder of its own");
}
