import base64
import json
import os
import time
import urllib.error
import urllib.request
from labroom import LAB, URL, fetch, wallet

resources = json.loads(fetch(f'{URL}/.well-known/x402.json'))['resources']
gateway = next(url for url in resources if url.endswith('/createAnnouncement'))
call = {'query': '''mutation($lab: String!) {
  createAnnouncement(oclId: $lab, headline: "Results", body: "Yield 83 %") { error { code message } } }''',
        'variables': {'lab': LAB}}

# 402: the price is in a header.
headers = {'content-type': 'application/json'}
try:
    urllib.request.urlopen(urllib.request.Request(gateway, json.dumps(call).encode(), headers))
except urllib.error.HTTPError as error:
    required = json.loads(base64.b64decode(error.headers['payment-required']))
(offer, *_) = required['accepts']
print(f'Pay {offer["amount"]} of {offer["asset"]} to {offer["payTo"]}')

# The nonce names the call: the payment is good for nothing else.
resource = required['resource']['url']
assert resource.startswith(f'{URL}/')
salt = '0x' + os.urandom(32).hex()
nonce = wallet('payment-nonce', resource, salt, stdin=json.dumps(call))

# Exactly this transfer, once, within five minutes.
transfer = {'from': wallet('address'), 'to': offer['payTo'], 'value': offer['amount'], 'validAfter': '0',
            'validBefore': str(int(time.time()) + 300), 'nonce': nonce}
kinds = {'from': 'address', 'to': 'address', 'value': 'uint256', 'validAfter': 'uint256', 'validBefore': 'uint256',
         'nonce': 'bytes32'}
domain = {'name': offer['extra']['name'], 'version': offer['extra']['version'],
          'chainId': int(offer['network'].split(':')[1]), 'verifyingContract': offer['asset']}
types = {'TransferWithAuthorization': [{'name': name, 'type': kind} for name, kind in kinds.items()]}
signature = wallet('sign-typed-data', stdin=json.dumps({
    'domain': domain, 'types': types, 'primaryType': 'TransferWithAuthorization', 'message': transfer}))

# The same call, with the payment.
payment = {'x402Version': 2, 'accepted': offer, 'payload': {'signature': signature, 'authorization': transfer}}
paid = base64.b64encode(json.dumps(payment).encode()).decode()
print(fetch(gateway, call, {'payment-signature': paid, 'payment-salt': salt}).decode())
