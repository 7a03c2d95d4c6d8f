set -euo pipefail
. ./labroom.sh
sign_in
ID=$(api 'query($lab: String!) { labWithDataRoomAndFiles(oclId: $lab) { labNftTokenId } }' "{\"lab\": \"$LAB\"}" | jq -r .labNftTokenId)

# The agreement of the members, and the terms that the lab's controller signs.
AGREEMENT=$(api 'mutation($data: AWSJSON!) { generateOclMembershipAgreement(agreementData: $data) {
  agreementKey agreementContentHash error { code message } } }' "$(jq -n --arg lab "$LAB" '{data: ({oclId: $lab, symbol: "YIELD"} | tojson)}')")
KEY=$(jq -r .agreementKey <<< "$AGREEMENT")
HASH=$(jq -r .agreementContentHash <<< "$AGREEMENT")
SIGNATURE=$(api 'query($key: String!, $hash: String!, $id: String!, $chain: Int!) {
  getOclTermsMessage(agreementKey: $key, contentHash: $hash, labId: $id, chainId: $chain) { message error { code message } } }' \
  "$(jq -n --arg key "$KEY" --arg hash "$HASH" --arg id "$ID" --argjson chain "$CHAIN_ID" '{$key, $hash, $id, $chain}')" |
  jq -j .message | wallet sign)

# One transaction: the token, and its first supply for the wallet.
wallet write OclTokenizer 0 tokenize "$ID" 1000000000000000000000 YIELD "$KEY" "$HASH" "$SIGNATURE" > /dev/null
wallet read OclTokenizer tokenized "$ID"
