import json
from labroom import LAB, URL, fetch, wallet

# The origin names every paid call, its price and its schema.
root = json.loads(fetch(f'{URL}/', headers={'accept': 'application/json'}))
for call in root['gateway']['calls']:
    print(call['mutation'], call['price'], call['schema'])

# Would this call run now for this wallet? Writes nothing, and costs nothing.
url = next(call['url'] for call in root['gateway']['calls'] if call['mutation'] == 'createAnnouncement')
foreseen = json.loads(fetch(f'{url}/foresee', {
    'query': '''mutation($lab: String!) {
      createAnnouncement(oclId: $lab, headline: "Results", body: "Yield 83 %") { error { code } } }''',
    'variables': {'lab': LAB}, 'payerAddress': wallet('address')}))
print('It would run.' if foreseen['runs'] else f'It would not run: {foreseen["message"]}', foreseen['changeableBy'])

# The same questions as tools of MCP, without a session: who could open a file, and why not.
file = {'oclId': LAB, 'path': 'notes/yield.md', 'wallet': wallet('address')}
print(fetch(root['mcp']['url'], {
    'jsonrpc': '2.0', 'id': 1, 'method': 'tools/call', 'params': {'name': 'explain_access', 'arguments': file},
}, {'accept': 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25'}).decode())
