import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dicomOf } from '@labroom/formats/disclosure/disclosure.fixture.ts';
import { afterAll, expect, test } from 'vitest';
import { openFileReader } from './file-reader.ts';

const folder = await mkdtemp(join(tmpdir(), 'labroom-reading-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'a.md');
await writeFile(file, 'Yield 83 %');
const scan = join(folder, 'a.dcm');
await writeFile(scan, dicomOf([['00100010', 'PN', 'DOE^JOHN']]));

test('files are read in a thread, one after the other', async () => {
  await using reader = openFileReader();
  const answers = await Promise.all([
    reader.searchText(file, 'a.md', 'text/markdown'),
    reader.disclosures(scan, 'a.dcm'),
    reader.searchText(join(folder, 'none.md'), 'none.md', 'text/markdown'),
    reader.disclosures(file, 'a.md'),
  ]);
  expect(answers).toEqual([
    'Yield 83 %',
    { found: [expect.objectContaining({ reason: 'Names the patient: DOE^JOHN' })], unchecked: null },
    null,
    { found: [], unchecked: null },
  ]);
});

test.each(['endless', 'filling'])(
  'a file that is %s has no text, does not pass as harmless, and delays the next ones only',
  async (name) => {
    const thread = new URL('./hostile.thread.fixture.ts', import.meta.url);
    await using reader = openFileReader({ timeoutMs: 3_000, thread });
    expect(await reader.searchText(file, `${name}.md`, 'text/markdown')).toBeNull();
    expect(await reader.disclosures(file, `${name}.md`)).toEqual({
      found: [{ kind: 'unread', reason: 'Could not be looked into' }],
      unchecked: null,
    });
    expect(await reader.searchText(file, 'a.md', 'text/markdown')).toBe('Yield 83 %');
  },
);
