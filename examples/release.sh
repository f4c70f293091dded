#!/usr/bin/env bash
# Makes a synthetic table and hands it on only if the verdict lets it.
# Usage: release.sh REAL.csv KEY.pem FOLDER [options of tvinesynth run]
set -euo pipefail
real=$1 key=$2 folder=$3
shift 3

study=$(mktemp -d)
trap 'rm -rf "$study"' EXIT

# ends here with code 3 if the verdict is do not release (with --strict also: release with care)
tvinesynth run "$real" --out "$study/study" --sign "$key" --quiet "$@"
# the salt stays with the real table: whoever has both can measure again
cp "$study/study.salt" "$real.salt"

# ends here with code 3 if a file is not the one that was certified, or the verdict is a first look
tvinesynth verify "$study/study/certificate.json" --public "${key%.pem}.public.pem" --quiet

mkdir -p "$folder"
cp "$study/study"/{certificate.json,report.html,results.json} "$study/study"/synthetic.* "$folder"
echo "released into $folder"
