#!/bin/sh
# An engine with a fault, which the first argument names. It resigns where it has none.
while read -r line; do
    case "$line" in
    usi) echo "id name Fake"; echo "option name Level type spin default 1 min 0 max 9"
        echo "option name Style type combo default Calm var Calm var Very Wild"; echo "option name Book type check default true"
        echo usiok ;;
    setoption*) [ "$line" = "setoption name Level value 3" ] || exit 4 ;;
    isready) [ "$1" = mute ] || echo readyok ;;
    quit) [ "$1" = stays ] || exit 0 ;;
    stop) [ "$1" = waits ] && echo "bestmove 7g7f" ;;
    go*)
        case "$1" in
        dies) exit 3 ;;
        hangs | waits) ;;
        illegal) echo "bestmove 5i5a" ;;
        babbles) yes "info string nothing" | head -n 3000; echo "bestmove 7g7" ;;
        late) sleep 0.4; echo "info depth 3 nodes 40 score cp 55 pv 7g7f 3c3d"; echo "bestmove 7g7f ponder 3c3d" ;;
        other) echo "info depth 3 score cp 5 pv 2g2f 8c8d"; echo "bestmove 7g7f" ;;
        raves) echo "info depth 3 score cp 5 pv 7g7f 3c3d 3c3d 2g2f"; echo "bestmove 7g7f" ;;
        book) echo "bestmove 7g7f"; set -- 120 ;;
        wins) echo "bestmove win" ;;
        resigns) echo "bestmove resign" ;;
        *) echo "info depth 1 score cp ${1:--900}"; echo "bestmove resign" ;;
        esac ;;
    esac
done
