//! Files to be written: their names, what must not be overwritten, and how they are put in place.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use komadai::notation::record::Format;
use komadai_report::{Failure, check_folder, save_whole};

use crate::options::{Options, Target};
use crate::training;

/// A file to be written.
pub(crate) struct Output {
    path: PathBuf,
    bytes: Vec<u8>,
    /// The input it comes from.
    from: PathBuf,
}

/// The outputs of a file: one, or one for each game in formats of which most programs read only one game.
pub(crate) fn name_outputs(file: &Path, folder: &Path, target: Target, games: Vec<Vec<u8>>) -> Vec<Output> {
    // Not as text: a name need not be UTF-8.
    let stem = file.file_stem().unwrap_or("record".as_ref());
    let output = |number: usize, bytes| {
        let number = if number == 0 { String::new() } else { format!("-{}", number + 1) };
        let mut name = stem.to_owned();
        let extension = if target == Target::Csa3 { "csa".to_owned() } else { target.to_string() };
        name.push(format!("{number}.{extension}"));
        Output { path: folder.join(name), bytes, from: file.to_owned() }
    };
    match target {
        Target::Text(Format::Kif | Format::Ki2 | Format::Jkf) => {
            games.into_iter().enumerate().map(|(number, bytes)| output(number, bytes)).collect()
        }
        Target::Npy => vec![output(0, training::array_of(&games))],
        _ => vec![output(0, games.join(separator(target).as_bytes()))],
    }
}

/// Writes all outputs, unless one of them would overwrite something.
pub(crate) fn save_all(outputs: &[Output], folder: &Path, options: &Options) -> Result<(), Failure> {
    check(outputs, options)?;
    check_folder("--out", folder)?;
    for output in outputs {
        save_whole(&output.path, &output.bytes)?;
    }
    Ok(())
}

/// Checks that every output has a name of its own, is not an input, and does not exist already.
fn check(outputs: &[Output], options: &Options) -> Result<(), Failure> {
    let inputs: Vec<PathBuf> = options.files.iter().filter_map(|file| file.canonicalize().ok()).collect();
    let mut named: HashMap<&Path, &Path> = HashMap::new();
    for Output { path, from, .. } in outputs {
        let shown = path.display();
        if let Some(other) = named.insert(path, from) {
            let (other, from) = (other.display(), from.display());
            return Err(format!("{other} and {from} would both become {shown}; nothing was written").into());
        }
        if path.canonicalize().is_ok_and(|path| inputs.contains(&path)) {
            return Err(format!("{shown} is one of the files to be read; nothing was written").into());
        }
        if !options.overwrite && path.exists() {
            return Err(format!("{shown} is there already, expected --overwrite; nothing was written").into());
        }
    }
    Ok(())
}

/// The text between two games.
pub(crate) fn separator(target: Target) -> &'static str {
    match target {
        Target::Text(Format::Csa) | Target::Csa3 => "/\n",
        Target::Text(Format::Kif | Format::Ki2) => "\n",
        _ => "",
    }
}
