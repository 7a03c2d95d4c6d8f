import pathlib
from labroom import LAB, api

# The position of the last event that was handled. `0` is the beginning of the log.
cursor = pathlib.Path('cursor.txt')
after = cursor.read_text() if cursor.exists() else '0'

# Every event once, oldest first. Without oclId: of all labs. Run it again later to get what is new.
more = True
while more:
    log = api('''query($after: String!, $lab: String!) { activities(after: $after, oclId: $lab, perPage: 100) {
      events { id cursor activity { __typename } onChain { eventName } } endCursor pageInfo { hasNextPage } } }''',
              after=after, lab=LAB)
    for event in log['events']:
        print(event['id'], (event['activity'] or {}).get('__typename') or event['onChain']['eventName'])
    after, more = log['endCursor'], log['pageInfo']['hasNextPage']
    cursor.write_text(after)
