//! Training positions in a file: made once, passed over without being held in memory.
//!
//! ```text
//! bytes  0 …  3   magic "KMDS"
//!        4 …  5   version, u16
//!        6 … 53   games, positions, examples, siblings, legal moves, blocks: u64 each
//!       54 … 57   CRC-32 of bytes 0 … 53
//!       58 …      blocks: length u32, CRC-32 u32, so many bytes ([`super::block`])
//! ```
//!
//! Numbers are little-endian. The header and the length of every block are checked against the file when it is opened, a
//! block's checksum whenever it is read.

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::pairs::shards::{ShardError, Shards, Totals};

const MAGIC: [u8; 4] = *b"KMDS";
const VERSION: u16 = 1;
const HEADER: usize = 58;
const BLOCK_HEADER: u64 = 8;

/// Writes all blocks into a file: under a temporary name in the same folder, then renamed.
///
/// # Errors
///
/// [`ShardError`]: a block cannot be read, the file cannot be written, a block is longer than 4 GB.
pub fn write_shards(shards: &impl Shards, path: impl AsRef<Path>) -> Result<(), ShardError> {
    let path = path.as_ref();
    let mut temporary = path.as_os_str().to_owned();
    temporary.push(format!(".{}.part", std::process::id()));
    let temporary = PathBuf::from(temporary);
    let io = |source| ShardError::Io { what: path.display().to_string(), source };
    let mut file = BufWriter::new(File::create(&temporary).map_err(io)?);
    let Totals { games, positions, examples, siblings, legal } = shards.totals();
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(&VERSION.to_le_bytes());
    for number in [games, positions, examples, siblings, legal, shards.blocks() as u64] {
        header.extend_from_slice(&number.to_le_bytes());
    }
    header.extend_from_slice(&crc32fast::hash(&header).to_le_bytes());
    file.write_all(&header).map_err(io)?;
    let mut buffer = Vec::new();
    for number in 0..shards.blocks() {
        let bytes = shards.block(number, &mut buffer)?;
        let len = u32::try_from(bytes.len()).map_err(|_| ShardError::File {
            what: path.display().to_string(),
            reason: format!("block {number} has {} bytes, expected fewer than 2^32", bytes.len()),
        })?;
        file.write_all(&len.to_le_bytes()).map_err(io)?;
        file.write_all(&crc32fast::hash(bytes).to_le_bytes()).map_err(io)?;
        file.write_all(bytes).map_err(io)?;
    }
    let file = file.into_inner().map_err(|error| io(error.into_error()))?;
    file.sync_all().map_err(io)?;
    drop(file);
    std::fs::rename(&temporary, path).map_err(io)
}

/// Training positions in a file, read block by block.
///
/// ```
/// use komadai_core::Position;
/// use komadai_learn::pairs::{EncodedGame, FileShards, MemoryShards, QuietMoves, Shards, write_shards};
///
/// let moves = ["7g7f".parse()?, "3c3d".parse()?];
/// let game = EncodedGame::from_moves(&mut QuietMoves::default(), &Position::startpos(), &moves)?;
/// let shards: MemoryShards = [game].into_iter().collect();
/// let path = std::env::temp_dir().join(format!("komadai-positions-{}", std::process::id()));
/// write_shards(&shards, &path)?;
/// assert_eq!(FileShards::open(&path)?.totals(), shards.totals());
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct FileShards {
    path: PathBuf,
    totals: Totals,
    blocks: Vec<Block>,
}

komadai_core::debug_by_sizes!(FileShards { path, totals }[blocks]);

#[derive(Clone, Copy, Debug)]
struct Block {
    /// Where its bytes begin.
    at: u64,
    len: u32,
    checksum: u32,
}

impl FileShards {
    /// Opens a file of [`write_shards`]. Blocks are read when they are asked for.
    ///
    /// # Errors
    ///
    /// [`ShardError::Io`], [`ShardError::File`].
    pub fn open(path: impl AsRef<Path>) -> Result<FileShards, ShardError> {
        let path = path.as_ref();
        let what = || path.display().to_string();
        let io = |source| ShardError::Io { what: what(), source };
        let wrong = |reason: String| ShardError::File { what: what(), reason };
        let file = File::open(path).map_err(io)?;
        let found = file.metadata().map_err(io)?.len();
        let mut file = BufReader::new(file);
        if found < HEADER as u64 {
            return Err(wrong(format!("{found} bytes, expected a header of {HEADER}")));
        }
        let mut header = [0; HEADER];
        file.read_exact(&mut header).map_err(io)?;
        if header[..4] != MAGIC {
            return Err(wrong(format!("begins with {:02x?}, expected \"KMDS\"", &header[..4])));
        }
        let version = u16::from_le_bytes([header[4], header[5]]);
        if version != VERSION {
            return Err(wrong(format!("version {version}, expected {VERSION}")));
        }
        let said = u32::from_le_bytes([header[54], header[55], header[56], header[57]]);
        let checksum = crc32fast::hash(&header[..54]);
        if said != checksum {
            return Err(wrong(format!("header with checksum {checksum:08x}, expected {said:08x}")));
        }
        let number = |n: usize| u64::from_le_bytes(core::array::from_fn(|i| header[6 + 8 * n + i]));
        let totals = Totals {
            games: number(0),
            positions: number(1),
            examples: number(2),
            siblings: number(3),
            legal: number(4),
        };
        let mut blocks = Vec::new();
        let mut at = HEADER as u64;
        for n in 0..number(5) {
            if found - at < BLOCK_HEADER {
                return Err(wrong(format!("ends before block {n} of {}", number(5))));
            }
            let mut words = [[0; 4]; 2];
            for word in &mut words {
                file.read_exact(word).map_err(io)?;
            }
            let [len, checksum] = words.map(u32::from_le_bytes);
            at += BLOCK_HEADER;
            if found - at < u64::from(len) {
                return Err(wrong(format!("block {n} has {len} bytes, {} are left in the file", found - at)));
            }
            blocks.push(Block { at, len, checksum });
            at += u64::from(len);
            file.seek_relative(i64::from(len)).map_err(io)?;
        }
        if at != found {
            return Err(wrong(format!("the last block ends at byte {at}, the file at {found}")));
        }
        Ok(FileShards { path: path.to_owned(), totals, blocks })
    }
}

impl Shards for FileShards {
    fn blocks(&self) -> usize {
        self.blocks.len()
    }

    fn block<'a>(&'a self, number: usize, buffer: &'a mut Vec<u8>) -> Result<&'a [u8], ShardError> {
        let Some(&Block { at, len, checksum }) = self.blocks.get(number) else { return Ok(&[]) };
        let io = |source| ShardError::Io { what: self.path.display().to_string(), source };
        let mut file = File::open(&self.path).map_err(io)?;
        file.seek(SeekFrom::Start(at)).map_err(io)?;
        buffer.clear();
        file.take(u64::from(len)).read_to_end(buffer).map_err(io)?;
        let found = crc32fast::hash(buffer);
        if buffer.len() != len as usize || found != checksum {
            return Err(ShardError::File {
                what: self.path.display().to_string(),
                reason: format!(
                    "block {number}: checksum {found:08x} of {} bytes, expected {checksum:08x} of {len}",
                    buffer.len()
                ),
            });
        }
        Ok(buffer)
    }

    fn totals(&self) -> Totals {
        self.totals
    }
}
