import json
from labroom import LAB, URL, api, fetch, wallet

# What is public needs no credential at all: plain JSON, with links to the bytes.
for file in json.loads(fetch(f'{URL}/v1/labs/{LAB}/files'))['nodes']:
    print(file['path'], file['accessLevel'], file['contentLength'])
print(fetch(f'{URL}/v1/labs/{LAB}/content/protocol.md').decode())

# Labs of which a wallet is the owner. Pages start at 0; `hasNextPage` says whether there is another one.
page, more = 0, True
while more:
    labs = api('''query($wallet: String!, $page: Int!) { labs(walletAddress: $wallet, role: OWNER, page: $page) {
      nodes { shortname } pageInfo { hasNextPage } } }''', wallet=wallet('address'), page=page)
    print([lab['shortname'] for lab in labs['nodes']])
    page, more = page + 1, labs['pageInfo']['hasNextPage']

# A search in all labs: names, tags, descriptions, and the texts of files that everyone can read.
found = api('query($prompt: String!) { searchLabs(prompt: $prompt) { totalCount } }', prompt='yield')
print(found['totalCount'], 'matches')
