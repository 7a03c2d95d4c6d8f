set -euo pipefail
. ./labroom.sh

# The origin names every paid call, its price and its schema.
ROOT=$(curl -sSf "$LABROOM_URL/" -H 'Accept: application/json')
jq -r '.gateway.calls[] | "\(.mutation) \(.price) \(.schema)"' <<< "$ROOT"

# Would this call run now for this wallet? Writes nothing, and costs nothing.
URL=$(jq -r '.gateway.calls[] | select(.mutation == "createAnnouncement") | .url' <<< "$ROOT")
jq -n --arg lab "$LAB" --arg wallet "$(wallet address)" '{variables: {$lab}, payerAddress: $wallet, query:
  "mutation($lab: String!) { createAnnouncement(oclId: $lab, headline: \"Results\", body: \"Yield 83 %\") { error { code } } }"}' |
  curl -sSf "$URL/foresee" -H 'Content-Type: application/json' --data-binary @- | jq -c '{runs, message, changeableBy, price}'

# The same questions as tools of MCP, without a session: who could open a file, and why not.
jq -n --arg lab "$LAB" --arg wallet "$(wallet address)" '{jsonrpc: "2.0", id: 1, method: "tools/call", params: {
  name: "explain_access", arguments: {oclId: $lab, path: "notes/yield.md", $wallet}}}' |
  curl -sSf "$(jq -r .mcp.url <<< "$ROOT")" -H 'Content-Type: application/json' -H 'MCP-Protocol-Version: 2025-11-25' \
    -H 'Accept: application/json, text/event-stream' --data-binary @-
