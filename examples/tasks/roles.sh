set -euo pipefail
. ./labroom.sh

# The wallet to share the lab with.
TO=0x90F79bf6EB2c4f870365E785982E1f101E93b906

# Role 1, a viewer, opens the files of the team; 2, a contributor, also writes. The role ends by itself in 30 days.
EXPIRY=$(($(date +%s) + 30 * 86400))
wallet write AccessResolver 0 grantRole "$LAB" "$TO" 1 "$EXPIRY" false > /dev/null
echo "$TO can read until $EXPIRY (Unix time)"

# From this transaction on, the service releases no key to it.
wallet write AccessResolver 0 revokeRole "$LAB" "$TO" > /dev/null
echo "$TO can read no more"
