//! The rules of shogi, once more and independently: moves are tried.
//!
//! A checker is worth something only if it shares nothing with what it checks. So there are no sets of squares, no tables of attacks and
//! no pins here: a move is legal if, once it is played, no piece attacks the mover's king. The only shortcut is to skip moves that
//! obviously cannot answer a check or give one.

use super::board::{
    Board, Code, EMPTY, KING, KNIGHT, LANCE, PAWN, PROMOTED, Parts, ROOK, WALL, WHITE, board_move, drop_move,
    is_piece, kind, owner, parts,
};

/// The eight directions in circular order, as steps between cells. Black plays towards rank 1, so the first one is Black's forward and
/// the fifth White's.
const DIRECTIONS: [i16; 8] = [-1, 10, 11, 12, 1, -10, -11, -12];
/// The two jumps of Black's knight; White's are their opposites.
const JUMPS: [i16; 2] = [9, -13];

/// `[kind]`: directions of Black's single steps, bit i for `DIRECTIONS[i]`.
const STEPS: [u8; 16] = {
    const GOLD: u8 = 0b1101_0111;
    let mut steps = [0; 16];
    steps[PAWN as usize] = 0b0000_0001;
    steps[4] = 0b1010_1011;
    (steps[7], steps[9], steps[10], steps[11], steps[12]) = (GOLD, GOLD, GOLD, GOLD, GOLD);
    steps[KING as usize] = 0b1111_1111;
    steps[13] = 0b0101_0101;
    steps[14] = 0b1010_1010;
    steps
};
/// `[kind]`: directions in which Black's piece slides.
const SLIDES: [u8; 16] = {
    let mut slides = [0; 16];
    slides[LANCE as usize] = 0b0000_0001;
    (slides[5], slides[13]) = (0b1010_1010, 0b1010_1010);
    (slides[6], slides[14]) = (0b0101_0101, 0b0101_0101);
    slides
};

const fn steps(piece: u8) -> u8 {
    STEPS[kind(piece) as usize].rotate_left(if owner(piece) == 0 { 0 } else { 4 })
}

const fn slides(piece: u8) -> u8 {
    SLIDES[kind(piece) as usize].rotate_left(if owner(piece) == 0 { 0 } else { 4 })
}

/// The jump of a knight of `side`.
const fn jump(side: usize, jump: i16) -> i16 {
    if side == 0 { jump } else { -jump }
}

/// The rank as the player counts: 1 is the farthest.
const fn rank_for(side: usize, cell: usize) -> usize {
    if side == 0 { cell % 11 } else { 10 - cell % 11 }
}

/// Whether a piece of this kind could never move again from there.
const fn is_dead(kind: u8, side: usize, cell: usize) -> bool {
    match kind {
        PAWN | LANCE => rank_for(side, cell) < 2,
        KNIGHT => rank_for(side, cell) < 3,
        _ => false,
    }
}

impl Board {
    /// Calls `found` with every cell from which a piece of `by` could go to `cell`, until it says to stop.
    fn attackers(&self, cell: usize, by: usize, mut found: impl FnMut(usize) -> bool) -> bool {
        for (i, direction) in DIRECTIONS.into_iter().enumerate() {
            let back = 1 << ((i + 4) % 8);
            let (mut there, mut first) = (cell as i16 + direction, true);
            while self.at(there) == EMPTY {
                (there, first) = (there + direction, false);
            }
            let piece = self.at(there);
            if piece == WALL || owner(piece) != by {
                continue;
            }
            let reaches = if first { steps(piece) | slides(piece) } else { slides(piece) };
            if reaches & back != 0 && found(there as usize) {
                return true;
            }
        }
        for step in JUMPS {
            let there = cell as i16 - jump(by, step);
            let piece = self.at(there);
            if is_piece(piece) && owner(piece) == by && kind(piece) == KNIGHT && found(there as usize) {
                return true;
            }
        }
        false
    }

    fn is_attacked_king(&self, side: usize) -> bool {
        self.kings[side].is_some_and(|king| self.attackers(king, 1 - side, |_| true))
    }

    /// Why this is no position of a mate problem; `None` if it is one. The attacker needs no king, and may be in check.
    pub(super) fn impossible(&self) -> Option<&'static str> {
        if self.kings[1 - self.side].is_none() {
            return Some("no king of the side that is to be mated");
        }
        if self.is_attacked_king(1 - self.side) {
            return Some("the side to move could take the king");
        }
        for (cell, &piece) in self.cells.iter().enumerate().filter(|&(_, &piece)| is_piece(piece)) {
            if is_dead(kind(piece), owner(piece), cell) {
                return Some("a pawn, lance or knight that could never move");
            }
            let before = &self.cells[cell / 11 * 11..cell];
            if kind(piece) == PAWN && before.contains(&piece) {
                return Some("two unpromoted pawns of one side on a file");
            }
        }
        None
    }

    /// Whether the side to move is in check.
    pub(super) fn in_check(&self) -> bool {
        self.is_attacked_king(self.side)
    }

    /// Returns what `look` sees of the position after a move, and takes the move back.
    fn tried(&mut self, code: Code, look: impl FnOnce(&mut Board) -> bool) -> bool {
        let undo = self.play(code);
        let answer = look(self);
        self.take_back(code, undo);
        answer
    }

    fn leaves_king_safe(&mut self, code: Code) -> bool {
        self.tried(code, |after| !after.is_attacked_king(1 - after.side))
    }

    /// Adds a move on the board without and with promotion, as far as each is allowed.
    fn push(&self, from: usize, to: usize, moves: &mut Vec<Code>) {
        let (kind, side) = (kind(self.cells[from]), self.side);
        if !is_dead(kind, side, to) {
            moves.push(board_move(from, to, false));
        }
        if kind <= ROOK && (rank_for(side, from) <= 3 || rank_for(side, to) <= 3) {
            moves.push(board_move(from, to, true));
        }
    }

    /// Adds all moves of the piece on a cell, including those that leave its king in check.
    fn moves_from(&self, from: usize, moves: &mut Vec<Code>) {
        let piece = self.cells[from];
        let free = |cell: i16| self.at(cell) == EMPTY;
        let enemy = |cell: i16| is_piece(self.at(cell)) && owner(self.at(cell)) != self.side;
        for (i, direction) in DIRECTIONS.into_iter().enumerate() {
            let mut to = from as i16 + direction;
            if slides(piece) >> i & 1 == 1 {
                while free(to) {
                    self.push(from, to as usize, moves);
                    to += direction;
                }
                if enemy(to) {
                    self.push(from, to as usize, moves);
                }
            } else if steps(piece) >> i & 1 == 1 && (free(to) || enemy(to)) {
                self.push(from, to as usize, moves);
            }
        }
        if kind(piece) == KNIGHT {
            for step in JUMPS {
                let to = from as i16 + jump(self.side, step);
                if free(to) || enemy(to) {
                    self.push(from, to as usize, moves);
                }
            }
        }
    }

    /// Whether a piece may be dropped on an empty cell, apart from the effect on the kings.
    fn may_drop(&self, kind: u8, to: usize) -> bool {
        let pawn = PAWN + if self.side == 0 { 0 } else { WHITE };
        let file = to / 11 * 11;
        self.hands[self.side][usize::from(kind) - 1] > 0
            && !is_dead(kind, self.side, to)
            && (kind != PAWN || !self.cells[file + 1..file + 10].contains(&pawn))
    }

    /// Whether a move mates, which is forbidden to the drop of a pawn.
    fn mates(&mut self, code: Code) -> bool {
        self.tried(code, |after| {
            after.in_check() && {
                let mut replies = Vec::new();
                after.replies(&mut replies);
                replies.is_empty()
            }
        })
    }

    /// Whether a move is legal.
    pub(super) fn is_legal(&mut self, code: Code) -> bool {
        match parts(code) {
            Some(Parts::Board { from, .. }) => {
                let piece = self.cells[from];
                let mut moves = Vec::new();
                if is_piece(piece) && owner(piece) == self.side {
                    self.moves_from(from, &mut moves);
                }
                moves.contains(&code) && self.leaves_king_safe(code)
            }
            Some(Parts::Drop { kind, to }) => {
                self.cells[to] == EMPTY
                    && self.may_drop(kind, to)
                    && self.leaves_king_safe(code)
                    && !(kind == PAWN && self.mates(code))
            }
            None => false,
        }
    }

    /// Adds all legal moves of a side that is in check: steps of the king, captures of the piece that gives check, interpositions. Only a
    /// step of the king answers two checks at once.
    pub(super) fn replies(&mut self, moves: &mut Vec<Code>) {
        let side = self.side;
        let Some(king) = self.kings[side] else { return };
        let begin = moves.len();
        self.moves_from(king, moves);
        let (mut checker, mut checks) = (king, 0);
        self.attackers(king, 1 - side, |cell| {
            (checker, checks) = (cell, checks + 1);
            false
        });
        let mut drops = Vec::new();
        if checks == 1 {
            for to in self.between(king, checker).into_iter().chain([checker]) {
                self.attackers(to, side, |from| {
                    if from != king {
                        self.push(from, to, moves);
                    }
                    false
                });
                if to != checker {
                    drops.extend((1..=7).filter(|&kind| self.may_drop(kind, to)).map(|kind| (kind, to)));
                }
            }
        }
        keep(moves, begin, |code| self.leaves_king_safe(code));
        for (kind, to) in drops {
            let code = drop_move(kind, to);
            if !(kind == PAWN && self.mates(code)) {
                moves.push(code);
            }
        }
    }

    /// Cells strictly between two cells of one line, none otherwise.
    fn between(&self, from: usize, to: usize) -> Vec<usize> {
        let mut cells = Vec::new();
        for direction in DIRECTIONS {
            let mut there = from as i16 + direction;
            while self.at(there) == EMPTY {
                there += direction;
            }
            if there == to as i16 {
                let mut cell = from as i16 + direction;
                while cell != there {
                    cells.push(cell as usize);
                    cell += direction;
                }
            }
        }
        cells
    }

    /// Adds all legal moves that give check.
    pub(super) fn checks(&mut self, moves: &mut Vec<Code>) {
        let side = self.side;
        let Some(king) = self.kings[1 - side] else { return };
        let begin = moves.len();
        for from in 12..109 {
            if is_piece(self.cells[from]) && owner(self.cells[from]) == side {
                let first = moves.len();
                self.moves_from(from, moves);
                // A piece off the king's lines uncovers nothing: it must attack the king from its target.
                if !aligned(from, king) {
                    keep(moves, first, |code| self.could_attack(code, king));
                }
            }
        }
        for kind in 1..=7 {
            if self.hands[side][usize::from(kind) - 1] == 0 {
                continue;
            }
            let piece = kind + if side == 0 { 0 } else { WHITE };
            for (i, direction) in DIRECTIONS.into_iter().enumerate() {
                let back = (i + 4) % 8;
                let mut there = king as i16 + direction;
                let mut reaches = (steps(piece) | slides(piece)) >> back & 1 == 1;
                while reaches && self.at(there) == EMPTY {
                    if self.may_drop(kind, there as usize) {
                        moves.push(drop_move(kind, there as usize));
                    }
                    there += direction;
                    reaches = slides(piece) >> back & 1 == 1;
                }
            }
            if kind == KNIGHT {
                for step in JUMPS {
                    let there = king as i16 - jump(side, step);
                    if self.at(there) == EMPTY && self.may_drop(kind, there as usize) {
                        moves.push(drop_move(kind, there as usize));
                    }
                }
            }
        }
        keep(moves, begin, |code| {
            let drops_pawn = matches!(parts(code), Some(Parts::Drop { kind: PAWN, .. }));
            self.tried(code, |after| after.in_check() && !after.is_attacked_king(1 - after.side))
                && !(drops_pawn && self.mates(code))
        });
    }

    /// A check that mates at once, if there is one.
    pub(super) fn mating_check(&mut self) -> Option<Code> {
        let mut checks = Vec::new();
        self.checks(&mut checks);
        checks.into_iter().find(|&check| self.mates(check))
    }

    /// Whether the piece that a move puts on its target has the king on one of its steps or lines, whatever
    /// stands between.
    fn could_attack(&self, code: Code, king: usize) -> bool {
        let Some(Parts::Board { from, to, promotes }) = parts(code) else { return true };
        let piece = self.cells[from] + if promotes { PROMOTED } else { 0 };
        let gap = king as i16 - to as i16;
        kind(piece) == KNIGHT && JUMPS.into_iter().any(|step| jump(self.side, step) == gap)
            || slides(piece) != 0 && aligned(to, king)
            || (0..8).any(|i| steps(piece) >> i & 1 == 1 && DIRECTIONS[i] == gap)
    }
}

/// Keeps the moves from `begin` on that pass.
fn keep(moves: &mut Vec<Code>, begin: usize, mut pass: impl FnMut(Code) -> bool) {
    moves.extract_if(begin.., |code| !pass(*code)).for_each(drop);
}

/// Whether two cells stand on one file, rank or diagonal.
const fn aligned(a: usize, b: usize) -> bool {
    let files = (a / 11).abs_diff(b / 11);
    let ranks = (a % 11).abs_diff(b % 11);
    files == 0 || ranks == 0 || files == ranks
}
