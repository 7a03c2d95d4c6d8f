set -euo pipefail
. ./labroom.sh
sign_in

# On the chain: an NFT with an account of its own. The wallet pays the mint fee and the gas.
MINTED=$(wallet write OnChainLabFactory "$(wallet read LabNFT mintFeeWei)" mintAndCreateAccount "$(me)" | jq .OclIdentityCreated)

# In the service: the data room, then what visitors read.
VARIABLES=$(jq '{lab: .oclId, input: {name: "Thermostable lipases", description: "Variants that survive 70 °C."}}' <<< "$MINTED")
api 'mutation($lab: String!) { createLab(input: { oclId: $lab }) { error { code message } } }' "$(jq '{lab}' <<< "$VARIABLES")" > /dev/null
api 'mutation($lab: String!, $input: UpdateLabNftMetadataInput!) {
  updateLabNftMetadata(oclId: $lab, input: $input) { error { code message } } }' "$VARIABLES" > /dev/null
jq -r '"Lab \(.tokenId): \(.oclId), account \(.account)"' <<< "$MINTED"
