#!/bin/sh
# Trains an evaluation from the rules of shogi alone: games of the search with material, weights from those games, games with
# those weights, and so on; each generation then plays the one before.
#
#   scripts/train_default.sh [quick|full] [DIR] [THREADS]      default: quick, out/generations, 2
#
# quick plays 2,000 games a generation, full 40,000, and 220,000 more for a network at the end: hours on two cores. How the default
# evaluation itself was made, with other numbers of games and one generation more of pairs alone, is in data/models/README.md. The same
# words go on where a run was broken off.
set -eu
cd "$(dirname "$0")/.."

size=${1:-quick}
dir=${2:-out/generations}
threads=${3:-2}
case $size in
quick) games=2000 pairs=50 last=0 ;;
full) games=40000 pairs=200 last=220000 ;;
*) echo "$0: quick or full, not $size" >&2; exit 2 ;;
esac
mkdir -p "$dir"
cargo build --quiet --release -p komadai-lab --bin komadai-lab
lab="${CARGO_TARGET_DIR:-target}/release/komadai-lab"

corpus() { # EVALUATION NUMBER
    "$lab" make-corpus --games $games --nodes 600 --eval "$1" --seed "$2" --openings data/openings/corpus.sfen \
        --least-opening 0 --threads "$threads" --out "$dir/g$2.psv" >"$dir/g$2.txt"
}
train() { # NUMBER, options
    number=$1
    shift
    [ -e "$dir/$number.kmd" ] || "$lab" train-self-play --from-corpus "$dir/g$number.psv" --prior 10 --threads "$threads" "$@" \
        --checkpoint "$dir/$number.state" --out "$dir/training-$number" --save "$dir/$number.kmd" >"$dir/$number.txt"
}
spent=0
stamp() { # seconds of processor time of all programs so far; not in a subshell, which has times of its own
    times >"$dir/times"
    now=$(awk 'NR == 2 { split($1, t, "m"); print int(60 * t[1] + t[2]) }' "$dir/times")
}
match() { # EVALUATION, THE ONE BEFORE
    stamp
    spent=$((spent + now - since))
    "$lab" self-play --a modern --b modern --eval "$1" --against-eval "$2" --nodes 1000 --pairs $pairs --threads "$threads" \
        --openings data/openings/more.sfen --resign-cp 3000 --out "$dir/match-$number" >"$dir/match-$number.txt"
    echo "$(grep -m 1 'ours, by pairs' "$dir/match-$number.txt"), after $spent s of processor time in this run, matches left out"
    stamp
    since=$now
}

stamp
since=$now
echo "1: pairs, from games of material"
corpus material 1
train 1 --horizon 20 --rounds 3
match "$dir/1.kmd" material
echo "2: effects above pairs, from games of pairs"
corpus "$dir/1.kmd" 2
train 2 --horizon 40 --rounds 4 --effects-above "$dir/1.kmd"
best=$dir/1.kmd+$dir/2.kmd
match "$best" "$dir/1.kmd"
for generation in 3 4; do
    echo "$generation: pairs and effects together, from games of the generation before"
    corpus "$best" $generation
    train $generation --horizon 40 --rounds 3 --with-effects "$dir/$generation-effects.kmd" --from-corpus "$dir/g$((generation - 1)).psv"
    match "$dir/$generation.kmd+$dir/$generation-effects.kmd" "$best"
    best=$dir/$generation.kmd+$dir/$generation-effects.kmd
done
if [ $last -gt 0 ]; then
    echo "5: a network, from games of the generation before"
    games=$last number=5
    corpus "$best" 5
    [ -e "$dir/nn.bin" ] || "$lab" train-network --from-corpus "$dir/g5.psv" --horizon 5 --epochs 5 --threads "$threads" \
        --checkpoint "$dir/5.state" --out "$dir/training-5" --save "$dir/nn.bin" >"$dir/5.txt"
    match "$dir/nn.bin" "$best"
    best=$dir/nn.bin
fi
echo "The evaluation: --eval $best"
