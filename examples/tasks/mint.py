import json
from labroom import api, sign_in, wallet

sign_in()

# On the chain: an NFT with an account of its own. The wallet pays the mint fee and the gas.
fee = wallet('read', 'LabNFT', 'mintFeeWei')
minted = json.loads(wallet('write', 'OnChainLabFactory', fee, 'mintAndCreateAccount', wallet('address')))
lab = minted['OclIdentityCreated']

# In the service: the data room, then what visitors read.
api('mutation($lab: String!) { createLab(input: { oclId: $lab }) { error { code message details } } }', lab=lab['oclId'])
api('''mutation($lab: String!, $input: UpdateLabNftMetadataInput!) {
  updateLabNftMetadata(oclId: $lab, input: $input) { error { code message details } } }''',
    lab=lab['oclId'], input={'name': 'Thermostable lipases', 'description': 'Variants that survive 70 °C.'})
print(f'Lab {lab["tokenId"]}: {lab["oclId"]}, account {lab["account"]}')
