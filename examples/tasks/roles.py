import time
from labroom import LAB, wallet

# The wallet to share the lab with.
to = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'

# Role 1, a viewer, opens the files of the team; 2, a contributor, also writes. The role ends by itself in 30 days.
expiry = int(time.time()) + 30 * 86_400
wallet('write', 'AccessResolver', 0, 'grantRole', LAB, to, 1, expiry, 'false')
print(f'{to} can read until {time.ctime(expiry)}')

# From this transaction on, the service releases no key to it.
wallet('write', 'AccessResolver', 0, 'revokeRole', LAB, to)
print(f'{to} can read no more')
