set -euo pipefail
. ./labroom.sh
sign_in

# The team without its viewers: role 2 instead of 1 in the template of the team.
printf 'Draft' > draft.md
upload_for "$(team | jq -c '.[0].functionParams[2] = "2"')" draft.md text/markdown draft.md > /dev/null

# The team, and every wallet with at least 5 of a token. The minimum is in its smallest unit.
HOLDERS=$(curl -sSf "$LABROOM_URL/contracts.json" | jq -c '(.stablecoin.address) as $token | .accessConditions.holders
  | .[2].contractAddress = $token | .[2].returnValueTest.value = "5000000"' | sed "s/{ocl_id}/$LAB/")
printf 'Hello' > members.md
upload_for "$HOLDERS" members.md text/markdown members.md > /dev/null

# The service asks the chain now, and releases the key or says which condition failed.
download members.md opened.md
cat opened.md; echo
