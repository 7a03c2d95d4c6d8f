set -euo pipefail
. ./labroom.sh

# What is public needs no credential at all: plain JSON, with links to the bytes.
curl -sSf "$LABROOM_URL/v1/labs/$LAB/files" | jq -r '.nodes[] | [.path, .accessLevel, .contentLength] | @tsv'
curl -sSfL "$LABROOM_URL/v1/labs/$LAB/content/protocol.md"

# Labs of which a wallet is the owner. Pages start at 0; `hasNextPage` says whether there is another one.
api 'query($wallet: String!, $page: Int!) { labs(walletAddress: $wallet, role: OWNER, page: $page) {
  nodes { shortname name } pageInfo { hasNextPage } } }' "{\"wallet\": \"$(me)\", \"page\": 0}" | jq -r '.nodes[].shortname'

# A search in all labs: names, tags, descriptions, and the texts of files that everyone can read.
api '{ searchLabs(prompt: "yield") { totalCount nodes { __typename } } }' | jq .totalCount
