import { labroom, oclId, wallet } from './labroom.ts';

const owner = await labroom.signIn(wallet);

// Everyone can read a public file.
await owner.upload({ oclId, target: { path: 'protocol.md' }, body: '# Protocol', access: 'PUBLIC' });

// Only the lab's team can open this one. It is encrypted here.
const path = 'results/plate-1.csv';
const body = 'well,yield\nA1,83\n';
const file = await owner.upload({ oclId, target: { path }, body, access: 'ADMIN', tags: ['assay'] });
console.log(`${path}: version ${file.version}, ${file.datasetId}`);

// A folder. A path that exists gets a new version, unless its newest has the same bytes and access.
const files = [
  { path: 'results/plate-2.csv', body: 'well,yield\nA1,79\n' },
  { path: 'results/plate-3.csv', body: 'well,yield\nA1,81\n' },
];
for (const { path, state } of await owner.uploadFolder({ oclId, access: 'ADMIN', files }))
  console.log(`${path}: ${state}`);
