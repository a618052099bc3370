//! Kinds of cooks, the worst first.

/// Kind of a cook, the worst first: by its place, its length, and whether it comes back to the author's line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CookKind {
    /// 早詰: it mates in fewer plies than the rest of the line.
    Earlier,
    /// 余詰: it mates as well, in as many plies, more, or an unknown number.
    Other,
    /// 手順前後: it comes back to the line after as many plies, by the same moves in another order.
    Transposition,
    /// 非限定: it comes back to the line after as many plies, by other moves.
    Dual,
    /// 迂回: it comes back to the line after more plies.
    Detour,
    /// 最終手余詰: it mates in the place of the line's last move, at once or later.
    LastMove,
}

impl CookKind {
    /// All kinds, the worst first.
    pub const ALL: [CookKind; 6] = [
        CookKind::Earlier,
        CookKind::Other,
        CookKind::Transposition,
        CookKind::Dual,
        CookKind::Detour,
        CookKind::LastMove,
    ];

    /// The Japanese term: 早詰, 余詰, 手順前後, 非限定, 迂回 or 最終手余詰.
    pub const fn term(self) -> &'static str {
        match self {
            CookKind::Earlier => "早詰",
            CookKind::Other => "余詰",
            CookKind::Transposition => "手順前後",
            CookKind::Dual => "非限定",
            CookKind::Detour => "迂回",
            CookKind::LastMove => "最終手余詰",
        }
    }

    /// Whether it is another solution, so that the problem is unsound. The others are blemishes (キズ).
    pub const fn is_solution(self) -> bool {
        matches!(self, CookKind::Earlier | CookKind::Other)
    }
}
