import datetime
import json
import os
import labroom
from labroom import URL, api, download, fetch, now, sign_in, team_of, upload, wallet

# A consumer credential, for a signature.
described = json.loads(fetch(f'{URL}/credentials'))
expires = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(days=90)
terms = {'wallet': wallet('address'), 'label': 'start.py', 'issuedAt': now(),
         'expiresAt': expires.isoformat(timespec='milliseconds').replace('+00:00', 'Z')}
limits = {'mutations': 'all', 'labs': 'all', 'perMinute': 'as the wallet'}
message = {'site': described['site'], **terms, **limits}
signature = wallet('sign-typed-data', stdin=json.dumps({**described['typedData'], 'message': message}))
issued = json.loads(fetch(f'{URL}/credentials', {'input': terms, 'signature': signature}))
labroom.CREDENTIAL = issued['credential']
sign_in()

# A lab: an NFT with its own account, then its data room.
fee = wallet('read', 'LabNFT', 'mintFeeWei')
minted = json.loads(wallet('write', 'OnChainLabFactory', fee, 'mintAndCreateAccount', wallet('address')))
lab = minted['OclIdentityCreated']['oclId']
api('mutation($lab: String!) { createLab(input: { oclId: $lab }) { error { code message details } } }', lab=lab)
with open('lab.env', 'w', opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
    file.write(f'export LABROOM_CREDENTIAL={labroom.CREDENTIAL}\nexport LAB={lab}\n')

# A file that only the lab's team can open. It is encrypted here.
upload(lab, 'notes/yield.md', 'Yield 83 %'.encode(), 'text/markdown', team_of(lab))
print(download(lab, 'notes/yield.md').decode())
