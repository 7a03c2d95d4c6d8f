set -euo pipefail
. ./labroom.sh

# A consumer credential, for a signature.
TERMS=$(jq -n --arg wallet "$(wallet address)" '{$wallet, label: "start.sh", issuedAt: (now | strftime("%FT%T.000Z")),
  expiresAt: (now + 90 * 86400 | strftime("%FT%T.000Z"))}')
SIGNATURE=$(curl -sSf "$LABROOM_URL/credentials" | jq --argjson terms "$TERMS" '.typedData + {message: ($terms
  + {site, mutations: "all", labs: "all", perMinute: "as the wallet"})}' | wallet sign-typed-data)
LABROOM_CREDENTIAL=$(jq -n --argjson input "$TERMS" --arg signature "$SIGNATURE" '{$input, $signature}' |
  curl -sSf "$LABROOM_URL/credentials" -H 'Content-Type: application/json' --data-binary @- | jq -r .credential)
sign_in

# A lab: an NFT with its own account, then its data room.
LAB=$(wallet write OnChainLabFactory "$(wallet read LabNFT mintFeeWei)" mintAndCreateAccount "$(me)" | jq -r .OclIdentityCreated.oclId)
api 'mutation($lab: String!) { createLab(input: { oclId: $lab }) { error { code message } } }' "{\"lab\": \"$LAB\"}" > /dev/null
(umask 077 && printf 'export LABROOM_CREDENTIAL=%s\nexport LAB=%s\n' "$LABROOM_CREDENTIAL" "$LAB" > lab.env)

# A file that only the lab's team can open. It is encrypted here.
printf 'Yield 83 %%' > yield.md
upload_for "$(team)" notes/yield.md text/markdown yield.md > /dev/null
download notes/yield.md opened.md
cat opened.md; echo
