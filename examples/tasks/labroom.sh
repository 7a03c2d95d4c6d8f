# The API of Labroom for shells: `. ./labroom.sh`. wallet.ts signs and encrypts.
wallet() { node wallet.ts "$@"; }
me() { wallet address | tr 'A-Z' 'a-z'; }

# api QUERY [VARIABLES]: prints the result of the one field; fails with the error.
api() {
  jq -n --arg query "$1" --argjson variables "${2:-null}" '{$query, $variables}' |
    curl -sS "$LABROOM_URL/graphql" -H "Authorization: $LABROOM_CREDENTIAL" ${TOKEN:+-H "X-Service-Token: $TOKEN"} \
      -H 'Content-Type: application/json' --data-binary @- |
    jq -e 'if .errors then .errors[0] | error("\(.errorType): \(.message)") else .data[] end
      | if type == "object" and .error then .error | error("\(.code): \(.message)")
        elif type == "object" then del(.error) else . end'
}

# Sets TOKEN: later calls act for the wallet.
sign_in() {
  local vars; vars=$(jq -n --arg wallet "$(me)" '{$wallet, name: "curl"}')
  local signature; signature=$(api 'query($wallet: String!, $name: String!) {
    getServiceSignInMessage(walletAddress: $wallet, serviceName: $name) { message } }' "$vars" | jq -j .message | wallet sign)
  TOKEN=$(api 'mutation($wallet: String!, $name: String!, $signature: String!) {
    generateServiceToken(walletAddress: $wallet, serviceName: $name, messageSignature: $signature) {
      token error { code message } } }' "$(jq --arg signature "$signature" '. + {$signature}' <<< "$vars")" | jq -r .token)
}

# upload PATH TYPE FILE [ENCRYPTION]: three calls. ENCRYPTION is an EncryptionMetadataInput; without it the file is public.
upload() {
  local ticket; ticket=$(api 'mutation($lab: String!, $type: String!, $length: Int!) {
    initiateCreateOrUpdateFile(oclId: $lab, contentType: $type, contentLength: $length) {
      uploadToken uploadUrl error { code message } } }' \
    "$(jq -n --arg lab "$LAB" --arg type "$2" --argjson length "$(wc -c < "$3")" '{$lab, $type, $length}')")
  curl -sSf -X PUT -H "Content-Type: $2" --data-binary "@$3" "$(jq -r .uploadUrl <<< "$ticket")" > /dev/null
  api 'mutation($lab: String!, $token: String!, $path: String!, $level: String!, $me: String!, $encryption: EncryptionMetadataInput) {
    finishCreateOrUpdateFile(oclId: $lab, uploadToken: $token, path: $path, accessLevel: $level, changeBy: $me,
      encryptionMetadata: $encryption) { datasetId version error { code message } } }' \
    "$(jq --arg lab "$LAB" --arg path "$1" --arg me "$(me)" --argjson encryption "${4:-null}" \
      '{$lab, token: .uploadToken, $path, level: (if $encryption then "ADMIN" else "PUBLIC" end), $me, $encryption}' <<< "$ticket")"
}

# upload_for CONDITIONS PATH TYPE FILE: encrypts with a new key, which the service gives to wallets that meet the conditions.
upload_for() {
  local key encrypted; key=$(api 'mutation { generateDataEncryptionKey {
    plaintextDEK encryptedDek encryptionSystem error { code message } } }')
  encrypted=$(jq -r .plaintextDEK <<< "$key" | wallet encrypt "$4" "$4.sealed")
  upload "$2" "$3" "$4.sealed" "$(jq --argjson encrypted "$encrypted" --arg conditions "$1" --arg me "$(me)" '
    {encryptionSystem, encryptedDek, encryptedBy: $me, encryptedAt: (now | todate), accessControlConditions: $conditions}
    + $encrypted' <<< "$key")"
}

# The condition that only the lab's team meets.
team() { curl -sS "$LABROOM_URL/contracts.json" | jq -c .accessConditions.team | sed "s/{ocl_id}/$LAB/"; }

# download PATH FILE: decrypts an encrypted file.
download() {
  local vars; vars=$(jq -n --arg lab "$LAB" --arg path "$1" '{$lab, $path}')
  curl -sSf -o "$2.sealed" "$(api 'query($lab: String!, $path: String!) {
    dataRoomFile(oclId: $lab, path: $path) { downloadUrl } }' "$vars" | jq -r .downloadUrl)"
  api 'mutation($lab: String!, $path: String!) { decryptDataKey(oclId: $lab, filePath: $path) {
    plaintextDEK iv contentHash error { code message } } }' "$vars" | wallet decrypt "$2.sealed" "$2" > /dev/null
}
