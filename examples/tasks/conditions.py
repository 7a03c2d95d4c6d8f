import json
from labroom import LAB, URL, download, fetch, sign_in, team_of, upload

sign_in()

# The team without its viewers: role 2 instead of 1 in the template of the team.
team = json.loads(team_of(LAB))
team[0]['functionParams'][2] = '2'
upload(LAB, 'draft.md', b'Draft', 'text/markdown', json.dumps(team))

# The team, and every wallet with at least 5 of a token. The minimum is in its smallest unit.
described = json.loads(fetch(f'{URL}/contracts.json'))
holders = described['accessConditions']['holders']
holders[2]['contractAddress'] = described['stablecoin']['address']
holders[2]['returnValueTest']['value'] = '5000000'
upload(LAB, 'members.md', b'Hello', 'text/markdown', json.dumps(holders).replace('{ocl_id}', LAB))

# The service asks the chain now, and releases the key or says which condition failed.
print(download(LAB, 'members.md').decode())
