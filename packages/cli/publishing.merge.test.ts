import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dicomOf } from '@labroom/formats/disclosure/disclosure.fixture.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fundedMachine, type Machine } from './cli.fixture.ts';

let service: TestService;
let owner: Machine;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  await owner.login(service.url);
  expect(await owner.json('init', lab.shortname)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

const scan = dicomOf([
  ['00080060', 'CS', 'CT'],
  ['00100010', 'PN', 'DOE^JOHN'],
]);
const named = [
  { path: 'open/.env', reason: 'Files of this name hold passwords and keys of programs' },
  { path: 'open/scan.dcm', reason: 'Names the patient: DOE^JOHN' },
];
const publish = (...options: string[]) => owner.json('up', 'open', '--access', 'public', ...options);

test('files that reveal persons or secrets are named in the plan, and left out with --yes', async () => {
  await owner.write('open/notes.md', 'The zebrafishquokka swims.');
  await owner.write('open/scan.dcm', scan);
  await owner.write('open/.env', 'TOKEN=1');
  await owner.write('open/.DS_Store', 'x');
  await owner.write('open/.gitignore', '*.tmp\n');
  await owner.write('open/a.tmp', 'x');
  const leftOut = [
    { path: 'open/.DS_Store', reason: 'was left there by macOS' },
    { path: 'open/a.tmp', reason: 'is named by an ignore file' },
  ];
  const dry = await owner.run('up', 'open', '--access', 'public', '--dry-run');
  expect(dry.stderr).toContain('Would reveal: open/scan.dcm (Names the patient: DOE^JOHN)');
  expect(dry.stderr).toContain('The text of public files is sent for search.');
  expect(await publish('--dry-run')).toMatchObject({ code: 0, named, ignored: leftOut, uploaded: [] });
  expect(await publish('--yes')).toMatchObject({
    code: 1,
    named,
    ignored: leftOut,
    skipped: [],
    uploaded: ['open/.gitignore', 'open/notes.md'],
  });
  const listed = await owner.json<{ files: { path: string }[] }>('ls');
  expect(listed.files.map(({ path }) => path)).not.toContain('open/scan.dcm');
});

test('they go up for the team without a question, and for everyone with --publish-named', async () => {
  await owner.write('closed/scan.dcm', scan);
  expect(await owner.json('up', 'closed', '--yes')).toMatchObject({
    code: 0,
    named: [],
    uploaded: ['closed/scan.dcm'],
  });
  await owner.write('open/scan.dcm', dicomOf([['00100010', 'PN', 'ROE^JANE']]));
  expect(await publish('--yes', '--publish-named')).toMatchObject({
    code: 0,
    named: [],
    uploaded: ['open/.env', 'open/scan.dcm'],
  });
});

test('search finds public files by a word inside, and no private ones', async () => {
  await owner.write('closed/notes.md', 'The okapizebrafish hides.');
  expect(await owner.json('up', 'closed', '--yes')).toMatchObject({ code: 0 });
  await expect.poll(() => found('zebrafishquokka')).toContain('open/notes.md');
  expect(await found('okapizebrafish')).not.toContain('closed/notes.md');
});

/** Paths of the files that a search finds. */
async function found(prompt: string): Promise<string[]> {
  const kept = JSON.parse(await readFile(join(owner.home, '.config/labroom/sessions.json'), 'utf8'));
  const { credential = '' } = Object.values<Record<string, string>>(kept.sessions)[0] ?? {};
  const query =
    'query ($prompt: String!) { searchLabs(prompt: $prompt, perPage: 20) { nodes { ... on SearchLabsFileHit { entry { path } } } } }';
  const answer = await fetch(`${service.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: credential },
    body: JSON.stringify({ query, variables: { prompt } }),
  });
  const { data } = await answer.json();
  return data.searchLabs.nodes.flatMap((node: { entry?: { path: string } }) => node.entry?.path ?? []);
}
