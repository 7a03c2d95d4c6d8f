import { refusalOf } from '@labroom/testing/test-client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, fileAt, finish, sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { files } from '#platform/db/tables/files.ts';

const service = await openTestService({ insertsRows: true });
/** A second process on the same database. */
const replica = { url: (await service.startPeer()).url, credential: service.credential };

const CYRILLIC_A = '\u0430';

const saying = (result: { error: { code: string; message: string; details: string } }) => ({
  message: result.error.message,
  ...refusalOf(result),
});
const confusable = (existing: string) => ({
  code: 'VALIDATION_FAILED',
  message: `The path looks the same as the existing "${existing}". Choose another name.`,
  reason: 'CONFUSABLE_PATH',
  argument: 'path',
  field: 'path',
  existing,
});

/** Creates files at these paths, in a new lab by default. */
async function labWith(paths: string[], given?: RegisteredLab): Promise<RegisteredLab> {
  const lab = given ?? (await registeredLab(service));
  for (const path of paths) expect((await uploadFile(service, lab, path, { path })).error).toBeNull();
  return lab;
}

/** Gives a file a path as rows from before the rules can have it. */
async function renameInDatabase(lab: RegisteredLab, path: string, pathSkeleton: string | null = null) {
  await service.context.db.update(files).set({ path, pathSkeleton }).where(eq(files.oclId, lab.oclId));
}

describe('a new path that looks like another one', () => {
  let lab: RegisteredLab;
  let cases = 0;
  beforeAll(async () => {
    lab = await registeredLab(service);
  });

  test.each([
    ['a file', 'data.csv', `d${CYRILLIC_A}ta.csv`, 'data.csv'],
    ['a file in a folder', 'raw/data.csv', `raw/d${CYRILLIC_A}ta.csv`, 'raw/data.csv'],
    ['a folder', 'raw/data.csv', `r${CYRILLIC_A}w/other.csv`, 'raw'],
    ['a folder in a folder', 'a/raw/b/data.csv', `a/r${CYRILLIC_A}w/b/other.csv`, 'a/raw'],
    ['a folder like a file', 'raw', `r${CYRILLIC_A}w/other.csv`, 'raw'],
    ['a file like a folder', 'raw/data.csv', `r${CYRILLIC_A}w`, 'raw'],
    ['the plain name after the other', `d${CYRILLIC_A}ta.csv`, 'data.csv', `d${CYRILLIC_A}ta.csv`],
    [
      'a skeleton longer than an entry of an index',
      `${'ﷺ'.repeat(80)}a`,
      `${'ﷺ'.repeat(80)}${CYRILLIC_A}`,
      '',
    ],
  ])('is refused: %s', async (_, first, path, existing) => {
    const folder = `refused ${++cases}/`;
    await labWith([folder + first], lab);
    const refused = await uploadFile(service, lab, 'other', { path: folder + path });
    expect(saying(refused)).toEqual(confusable(folder + (existing || first)));
  });

  test.each([
    ['run1 beside runl', 'run1.csv', 'runl.csv'],
    ['modern beside modem', 'modern', 'modem'],
    ['Data.csv beside data.csv', 'Data.csv', 'data.csv'],
    ['Cyrillic names', 'данные/отчёт.csv', 'данные/итог.csv'],
    ['the same folder, spelled the same', `r${CYRILLIC_A}w/a`, `r${CYRILLIC_A}w/b`],
    ['another folder', 'a/data.csv', `b/d${CYRILLIC_A}ta.csv`],
    ['run1 as folder beside the file runl', 'runl', 'run1/a'],
    ['an emoji family', '👩.png', '👩‍👩‍👧‍👦.png'],
    ['Persian', 'a', 'داده‌ها.csv'],
    ['Devanagari', 'a', 'क्‍ष.txt'],
    ['a prefix of another', 'raw-data', 'raw'],
    ['wildcards of LIKE', 'axb/1', 'a_b'],
    ['the longest path', 'a', `${`${'m'.repeat(255)}/`.repeat(3)}${'m'.repeat(250)}`],
    ['the deepest path', 'a', Array(512).fill('%').join('/')],
  ])('is legal: %s', async (_, first, path) => {
    // The longest and the deepest path have no room for a folder.
    const folder = path.length < 512 ? `legal ${++cases}/` : '';
    await labWith([folder + first, folder + path], folder ? lab : undefined);
  });

  test('exactly one of two concurrent uploads through two processes succeeds', async () => {
    const lab = await labWith([]);
    for (let round = 0; round < 5; round++) {
      const paths = [`${round}/data.csv`, `${round}/d${CYRILLIC_A}ta.csv`];
      const tokens = await Promise.all(paths.map((path) => sent(service, lab, path)));
      const answers = await Promise.all(
        paths.map((path, at) => finish(at ? replica : service, lab, tokens[at] ?? '', { path })),
      );
      const winner = answers.findIndex(({ error }) => error === null);
      const [loser, ...more] = answers.filter(({ error }) => error);
      expect(more).toEqual([]);
      expect(saying(loser)).toEqual(confusable(paths[winner] ?? ''));
    }
  });

  test('a deleted file causes no conflict', async () => {
    const lab = await labWith(['data.csv']);
    await deleteFile(service, lab, 'data.csv');
    expect((await uploadFile(service, lab, 'x', { path: `d${CYRILLIC_A}ta.csv` })).error).toBeNull();
  });
});

describe('files from before the rules', () => {
  test('are compared with new ones', async () => {
    const lab = await labWith(['x']);
    await renameInDatabase(lab, 'old/da\u200bta.csv');
    const refused = await uploadFile(service, lab, 'new', { path: 'old/data.csv' });
    expect(saying(refused)).toEqual(confusable('old/da\u200bta.csv'));
    expect((await uploadFile(service, lab, 'new', { path: 'old/other.csv' })).error).toBeNull();
  });

  test('can be read, get new versions and be deleted under their paths', async () => {
    const lab = await labWith(['x']);
    const path = 'invoice-\u202efdp.exe';
    await renameInDatabase(lab, path);
    const file = await fileAt(service, lab, path);
    expect(file.path).toBe(path);
    expect((await uploadFile(service, lab, 'two', { ref: file.did })).version).toBe(2);
    expect(await deleteFile(service, lab, path)).toMatchObject({ filePath: path, error: null });
  });
});

test.each([
  ['da\u200bta.csv', 'U+200B'],
  ['folder\u202e/data.csv', 'U+202E'],
])('a new path with a hidden character is refused: %j', async (path, character) => {
  const lab = await labWith([]);
  expect(saying(await uploadFile(service, lab, 'x', { path }))).toEqual({
    code: 'VALIDATION_FAILED',
    message: `path has the character ${character}, which is not visible or changes the direction of text; remove it.`,
    reason: 'INVALID_PATH',
    argument: 'path',
    field: 'path',
  });
});
