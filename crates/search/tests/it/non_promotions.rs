//! Needless non-promotions are not searched, where a search must promote, unless the pawn-drop mate may be the point.

use crate::common::{FINE, Memory, position};
use komadai_core::notation::usi::GameLine;
use komadai_core::{Move, Position};
use komadai_search::{Consultation, Leaf, Limits, Searcher, is_needless_non_promotion};

fn needless(pos: &Position) -> Vec<String> {
    let legal = pos.legal_moves();
    let needless = legal.iter().filter(|&&mv| is_needless_non_promotion(pos, mv));
    let mut found: Vec<String> = needless.map(ToString::to_string).collect();
    found.sort_unstable();
    found
}

#[test]
fn pawns_bishops_rooks_and_lances_on_the_second_rank_are_needless_unpromoted() {
    // Black: pawn 3d, lance 1d, bishop 9i and rook 8i with open lines; silver and knight may stay as they are.
    let pos = position("3k5/9/9/6P1L/9/2N1S4/9/9/BR2K4 b - 1");
    let found = needless(&pos);
    assert_eq!(
        found,
        ["1d1b", "3d3c", "8i8a", "8i8b", "8i8c", "9i1a", "9i2b", "9i3c"],
        "the lance on 1c has its choice"
    );
    // The same with a promotion each.
    for text in &found {
        let promoting: Move = format!("{text}+").parse().unwrap();
        assert!(pos.is_legal(promoting), "{text}");
        assert!(!is_needless_non_promotion(&pos, promoting));
    }
}

#[test]
fn near_a_king_that_a_pawn_could_mate_they_are_kept() {
    // A pawn in hand, and the promoted rook on 2b would attack 3a, which the rook does not.
    let near = "6k2/9/9/9/9/9/9/7R1/4K4 b P 1";
    assert!(!needless(&position(near)).contains(&"2h2b".to_owned()));
    let without_pawn = "6k2/9/9/9/9/9/9/7R1/4K4 b S 1";
    assert!(needless(&position(without_pawn)).contains(&"2h2b".to_owned()));
    let far = "k8/9/9/9/9/9/9/7R1/4K4 b P 1";
    assert!(needless(&position(far)).contains(&"2h2b".to_owned()));
}

#[test]
fn where_a_pawn_could_be_dropped_before_their_own_king_they_are_kept() {
    // A horse on 2d or 2c could take the pawn dropped on 1d or 1c, so that the drop is a check and mates two plies later; before a
    // bishop there the drop mates at once, which is not allowed.
    for (sfen, saves) in
        [("9/5B3/9/6+b+p1/7sK/9/7g1/9/k8 b p 1", "4b2d"), ("9/6B2/6+r+p1/7sK/9/9/9/9/k8 b p 1", "3b2c")]
    {
        let pos = position(sfen);
        assert!(!needless(&pos).contains(&saves.to_owned()), "{sfen}");
        assert!(needless(&position(&sfen.replace(" p ", " s "))).contains(&saves.to_owned()), "{sfen}");
        let report = Searcher::new(FINE).must_promote(true).search(&pos, &Limits::depth(3));
        assert_eq!(report.best, Some(saves.parse().unwrap()), "{sfen}");
        assert!(!report.value.is_mate(), "{sfen}");
    }
}

#[test]
fn searches_have_them_only_on_demand() {
    let pos = GameLine::parse("startpos moves 7g7f 3c3d").unwrap().position();
    let searcher = |on: bool| Searcher::new(FINE).leaf(Leaf::Static).must_promote(on);
    let moves = |must_promote| {
        let report = searcher(must_promote).search(&pos, &Limits::depth(2));
        report.moves.iter().map(|root| root.mv).collect::<Vec<_>>()
    };
    let unpromoted: Move = "8h2b".parse().unwrap();
    let found = moves(true);
    assert!(!found.contains(&unpromoted));
    let all = moves(false);
    assert!(all.contains(&unpromoted));
    assert_eq!(all.len(), found.len() + 2, "and 8h3c");
    assert!(found.iter().all(|&mv| !is_needless_non_promotion(&pos, mv)));
    // One ply to leaves without exchanges: as many nodes as moves at the root. Below it as well: the position is reached after moves.
    let voting = |on| Consultation::<_, 8, Memory>::of(searcher(on).memory(None));
    let nodes = |on, pos: &Position, depth| voting(on).search(pos, &Limits::depth(depth)).report.nodes;
    assert_eq!((nodes(false, &pos, 1), nodes(true, &pos, 1)), (all.len() as u64, found.len() as u64));
    let startpos = Position::startpos();
    assert!(nodes(true, &startpos, 3) < nodes(false, &startpos, 3));
}
