//! Names of certificate files.

use std::collections::HashMap;
use std::path::Path;

use komadai::lab::MateProblem;

use crate::Failure;

/// The file of a problem: its name, without what file systems do not like.
pub(crate) fn file_name(problem: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = problem.chars().map(plain).collect();
    // Files that begin with a dot are hidden from people.
    if name.starts_with('.') { format!("_{name}.kmdc") } else { format!("{name}.kmdc") }
}

/// Makes the folder. No two problems may get the same file.
pub(crate) fn prepare(folder: &Path, problems: &[MateProblem]) -> Result<(), Failure> {
    let mut owners = HashMap::new();
    for problem in problems {
        let file = file_name(&problem.name);
        if let Some(other) = owners.insert(file.to_lowercase(), &problem.name) {
            let name = &problem.name;
            return Err(format!(
                "--certificate: {other:?} and {name:?} would both be {file:?}, expected other names"
            )
            .into());
        }
    }
    Ok(std::fs::create_dir_all(folder)
        .map_err(|error| format!("--certificate {}: {error}", folder.display()))?)
}
