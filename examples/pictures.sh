#!/usr/bin/env bash
# Makes the pictures of the READMEs from runs of the examples: examples/pictures.sh [NAME...], all without names.
# TRAMMEL is the program, `trammel` if it is not set. Runs go to a temporary folder.
set -euo pipefail
cd "$(dirname "$0")"
trammel=${TRAMMEL:-trammel}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

# picture FOLDER DECK "FLAGS OF RUN" FLAGS OF PICTURE...: makes FOLDER/picture.png.
wanted=("$@")
picture() {
	local folder=$1 deck=$2 flags=$3
	shift 3
	if ((${#wanted[@]})) && [[ " ${wanted[*]} " != *" $folder "* ]]; then
		return
	fi
	# shellcheck disable=SC2086 # the flags are words
	"$trammel" run "$folder/$deck" --results all --quiet --out "$out/$folder" $flags
	"$trammel" picture "$out/$folder" -o "$folder/picture.png" --size 640x400 "$@"
	echo "$folder/picture.png"
}

picture andrews andrews.xml "" --time 0.02
picture catenary catenary.xml "--end 0.5 --dt 0.01" --time 0.4
picture chain-100 chain.py "" --from 0 --to 1.5 --frames 31
picture columns boxes-10.py "--end 0.1 --dt 0.01"
picture contact-rigid roll.xml "" --from 0 --to 0.5 --frames 24
picture double-wishbone double-wishbone.py "" --from 0 --to 6.2 --frames 18
picture four-bar four-bar.xml "--end 2 --dt 0.01" --from 0 --to 1.95 --frames 36
picture heavy-top heavy-top.xml "" --time 1 --trace 2
picture inequalities-user bushing-python.xml "" --time 0.1
picture joint-friction-exact swing.xml "" --time 0.5
picture line line.xml "" --time 0.5
picture lugre-pendulum lugre-pendulum-expr.xml "--end 1 --dt 0.01" --time 0.3
picture lugre-stick-slip lugre-stick-slip.xml "--end 1 --dt 0.01" --time 0.5
picture modes drum.py ""
picture one-body universal.xml "" --time 0.5 --trace 2
picture pendulum pendulum.xml "--end 2.1 --dt 0.01" --from 0 --to 2.1 --frames 36 --trace 2
picture pile pile.py "--end 0.01 --dt 0.005"
# quarter-car: trammel plot OUT 1.F1 1.F3 -o quarter-car/picture.png
picture python-numpy python-numpy.xml "" --time 0.1
picture six-axis-robot robot.py "" --from 0 --to 4 --frames 18
picture slider-crank slider-crank.xml "" --time 0.5 --forces
picture spring-mass chain.xml "" --time 1
picture straight-line straight-line.acf "" --from 0 --to 6.28 --frames 18 --trace 6
picture stops door.xml "" --time 0.5
picture two-lines two-lines.xml "" --time 0.5
picture wasm-spring wasm-spring.xml "" --time 0.1
picture wrecking-ball unilateral.py "--end 1 --dt 0.02" --time 0.9
