//! Files that are written whole or not at all.

use std::ffi::OsString;
use std::format;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;

/// Writes a file beside its place, as `FILE.PROCESS.part`, has it flushed to the disk and renames it: a reader finds the old file or
/// the whole new one, whenever the process is killed or the power fails.
///
/// ```
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join(format!("komadai-whole-{}", std::process::id()));
/// komadai_core::files::write_whole(&path, |file| file.write_all(b"7g7f"))?;
/// let failed = komadai_core::files::write_whole(&path, |file| {
///     file.write_all(b"2g2f")?;
///     Err(std::io::Error::other("no more"))
/// });
/// assert!(failed.is_err() && std::fs::read(&path)? == b"7g7f");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// That of the file system or of `write`; what was there stays, and nothing is left beside it.
pub fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut beside = OsString::from(path);
    beside.push(format!(".{}.part", std::process::id()));
    let written = File::create(&beside).and_then(|file| {
        let mut writer = BufWriter::new(file);
        write(&mut writer)?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
    });
    written.and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        // Best effort: the first error is the one to tell.
        _ = fs::remove_file(&beside);
    })
}
