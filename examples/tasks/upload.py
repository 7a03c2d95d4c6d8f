from labroom import LAB, sign_in, team_of, upload

sign_in()

# Everyone can read a public file.
upload(LAB, 'protocol.md', b'# Protocol', 'text/markdown')

# Only the lab's team can open these. They are encrypted here.
for plate, percent in [(1, 83), (2, 79), (3, 81)]:
    path = f'results/plate-{plate}.csv'
    file = upload(LAB, path, f'well,yield\nA1,{percent}\n'.encode(), 'text/csv', team_of(LAB))
    print(f'{path}: version {file["version"]}, {file["datasetId"]}')
