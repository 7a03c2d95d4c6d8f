set -euo pipefail
. ./labroom.sh
GATEWAY=$(curl -sSf "$LABROOM_URL/.well-known/x402.json" | jq -r '.resources[] | select(endswith("/createAnnouncement"))')
BODY=$(jq -n --arg lab "$LAB" '{query: "mutation($lab: String!) { createAnnouncement(oclId: $lab, headline: \"Results\", body: \"Yield 83 %\") { error { code message } } }", variables: {$lab}}')
call() { curl -sS "$GATEWAY" -H 'Content-Type: application/json' --data-binary "$BODY" "$@"; }

# 402: the price is in a header.
REQUIRED=$(call -o /dev/null -D - | tr -d '\r' | sed -n 's/^payment-required: //Ip' | base64 -d)
OFFER=$(jq '.accepts[0]' <<< "$REQUIRED")
jq -r '"Pay \(.amount) of \(.asset) to \(.payTo)"' <<< "$OFFER"

# The nonce names the call: the payment is good for nothing else.
RESOURCE=$(jq -r .resource.url <<< "$REQUIRED")
[[ $RESOURCE == "$LABROOM_URL"/* ]]
SALT=0x$(openssl rand -hex 32)
NONCE=$(printf %s "$BODY" | wallet payment-nonce "$RESOURCE" "$SALT")

# Exactly this transfer, once, within five minutes.
TRANSFER=$(jq --arg from "$(me)" --arg nonce "$NONCE" \
  '{$from, to: .payTo, value: .amount, validAfter: "0", validBefore: (now + 300 | floor | tostring), $nonce}' <<< "$OFFER")
SIGNATURE=$(jq --argjson transfer "$TRANSFER" '{
  domain: {name: .extra.name, version: .extra.version, chainId: (.network | split(":")[1] | tonumber), verifyingContract: .asset},
  types: {TransferWithAuthorization: [{name: "from", type: "address"}, {name: "to", type: "address"},
    {name: "value", type: "uint256"}, {name: "validAfter", type: "uint256"}, {name: "validBefore", type: "uint256"},
    {name: "nonce", type: "bytes32"}]},
  primaryType: "TransferWithAuthorization", message: $transfer}' <<< "$OFFER" | wallet sign-typed-data)

# The same call, with the payment.
PAYMENT=$(jq -c --argjson authorization "$TRANSFER" --arg signature "$SIGNATURE" \
  '{x402Version: 2, accepted: ., payload: {$signature, $authorization}}' <<< "$OFFER" | base64 | tr -d '\n')
call -H "Payment-Signature: $PAYMENT" -H "Payment-Salt: $SALT" | jq -c .
