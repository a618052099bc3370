//! The report of all rows, on the row that is quickest.

use crate::aids::Folder;

fn report(here: &Folder) -> [String; 5] {
    let out = here.run("report --only R5 --out @").done().out;
    assert_eq!(out.contains("\nFigures "), here.has("figures"), "{out}");
    let files = ["report.html", "reproduction.csv", "REPRODUCTION.md", "REPRODUCTION.ja.md", "TABLES.md"];
    files.map(|file| here.read(file))
}

#[test]
fn a_report_that_was_broken_off_ends_with_the_same_page() {
    let here = Folder::new("report");
    let whole = report(&here);
    let [page, csv, ..] = &whole;
    assert!(csv.contains("\nR5,") && !csv.contains("\nR2,"), "{csv}");
    for part in [
        "id=\"R21\"",
        "not run",
        "<caption>",
        "2,578,852",
        "class=\"verdict holds\">holds here",
        "effects-attack",
        "<p>Of the full run: ",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(!page.contains("<script") && !page.contains("src="), "{page}");
    // The name of SVG is an address that nobody opens.
    assert!(!page.replace("http://www.w3.org/", "").contains("://"), "something from elsewhere: {page}");
    // Killed while it wrote down what a command printed, and while it wrote the page.
    let journal = here.read_bytes("report.tsv");
    here.file("report.tsv", &journal[..journal.len() / 2]);
    here.file("report.html", &page[..100]);
    assert!(report(&here) == whole, "another page after an interruption");
    assert_eq!(here.read_bytes("report.tsv"), journal);
}
