set -euo pipefail
. ./labroom.sh
sign_in

# Everyone can read a public file.
echo '# Protocol' > protocol.md
upload protocol.md text/markdown protocol.md | jq -c .

# Only the lab's team can open these. They are encrypted here.
for plate in 1 2 3; do
  printf 'well,yield\nA1,8%s\n' "$plate" > "plate-$plate.csv"
  upload_for "$(team)" "results/plate-$plate.csv" text/csv "plate-$plate.csv" | jq -c .
done
