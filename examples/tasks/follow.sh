set -euo pipefail
. ./labroom.sh

# The position of the last event that was handled. `0` is the beginning of the log.
AFTER=$(cat cursor.txt 2> /dev/null || echo 0)

# Every event once, oldest first. Without oclId: of all labs. Run it again later to get what is new.
EVENTS=$(api 'query($after: String!, $lab: String!) { activities(after: $after, oclId: $lab, perPage: 100) {
  events { id cursor activity { __typename } onChain { eventName } } endCursor } }' \
  "$(jq -n --arg after "$AFTER" --arg lab "$LAB" '{$after, $lab}')")
jq -r '.events[] | "\(.id) \(.activity.__typename // .onChain.eventName)"' <<< "$EVENTS"
jq -r .endCursor <<< "$EVENTS" > cursor.txt

# The same as a stream. It ends here after three seconds; leave --max-time out to keep it.
curl -sN --max-time 3 "$LABROOM_URL/events?oclId=$LAB" -H "Authorization: $LABROOM_CREDENTIAL" -H "Last-Event-ID: $AFTER" || true
