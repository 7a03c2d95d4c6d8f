import json
import os
from labroom import LAB, api, sign_in, wallet

sign_in()
lab_id = api('query($lab: String!) { labWithDataRoomAndFiles(oclId: $lab) { labNftTokenId } }', lab=LAB)['labNftTokenId']

# The agreement of the members, and the terms that the lab's controller signs.
agreement = api('''mutation($data: AWSJSON!) { generateOclMembershipAgreement(agreementData: $data) {
  agreementKey agreementContentHash error { code message details } } }''',
                data=json.dumps({'oclId': LAB, 'symbol': 'YIELD'}))
key, digest = agreement['agreementKey'], agreement['agreementContentHash']
terms = api('''query($key: String!, $hash: String!, $lab: String!, $chain: Int!) {
  getOclTermsMessage(agreementKey: $key, contentHash: $hash, labId: $lab, chainId: $chain) { message error { code message details } } }''',
            key=key, hash=digest, lab=lab_id, chain=int(os.environ['CHAIN_ID']))
signature = wallet('sign', stdin=terms['message'])

# One transaction: the token, and its first supply for the wallet.
wallet('write', 'OclTokenizer', 0, 'tokenize', lab_id, 1000 * 10**18, 'YIELD', key, digest, signature)
print(wallet('read', 'OclTokenizer', 'tokenized', lab_id))
