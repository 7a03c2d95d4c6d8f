import { MoveEntryDocument } from '@labroom/client/documents';
import { statementCounter } from '@labroom/testing/captured-queries.ts';
import { ask, reasonOf, refusalOf, resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService, type TestService } from '@labroom/testing/test-service.ts';
import { type Author, deleteFile, fileAt, finish, sent, uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { indexMovedFiles } from '#core/search/index-moved.ts';
import { files } from '#platform/db/tables/files.ts';

const service = await openTestService({ insertsRows: true });
/** A second process on the same database. */
const replica = { url: (await service.startPeer()).url, credential: service.credential };

const ROOM = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { fileCount dataRoom {
  files { path did } folders { name fileCount } } } }`;
const FEED = `query($o: String!, $filter: LabActivityFilter) { labActivity(oclId: $o, page: 0, perPage: 5, filter: $filter) {
  nodes { __typename ... on LabEventEntriesMoved { lab { oclId } change {
    entries { from to ref fileCount } entryCount fileCount changeBy } } } } }`;
const SEARCH =
  'query($p: String!) { searchLabs(prompt: $p) { nodes { ... on SearchLabsFileHit { entry { path } } } } }';

type Moves = Record<string, string>;
const move = (lab: Author, moves: Moves, endpoint: Pick<TestService, 'url' | 'credential'> = service) =>
  resultOf(
    endpoint,
    MoveEntryDocument,
    { oclId: lab.oclId, moves: Object.entries(moves).map(([from, to]) => ({ from, to })) },
    lab.token,
  );
const roomOf = async (lab: Author) => (await ask(service, ROOM, { o: lab.oclId })).labWithDataRoomAndFiles;
const pathsOf = async (lab: Author): Promise<string[]> =>
  (await roomOf(lab)).dataRoom.files.map((file: { path: string }) => file.path);
const found = async (prompt: string): Promise<string[]> =>
  (await ask(service, SEARCH, { p: prompt })).searchLabs.nodes.map(
    (node: { entry: { path: string } }) => node.entry.path,
  );

async function labWith(...paths: string[]): Promise<RegisteredLab> {
  const lab = await registeredLab(service);
  for (const path of paths) expect((await uploadFile(service, lab, path, { path })).error).toBeNull();
  return lab;
}

describe('a moved file', () => {
  test('keeps everything but its path, and its former paths lead to it', async () => {
    const lab = await labWith();
    const words = { description: 'kept', tags: ['kept'], contentText: 'chymotrypsin' };
    const { datasetId } = await uploadSecret(service, lab, 'one', { path: 'typpo.txt', ...words });
    const second = await uploadSecret(service, lab, 'two', { ref: datasetId });
    const before = await fileAt(service, lab, 'typpo.txt');
    expect(await move(lab, { 'typpo.txt': 'assays/wombat.txt' })).toEqual({
      moved: [{ from: 'typpo.txt', to: 'assays/wombat.txt', ref: datasetId, fileCount: 1 }],
      fileCount: 1,
      message: '1 file moved.',
      error: null,
    });
    expect((await move(lab, { 'assays/wombat.txt': 'assays/quokka.txt' })).error).toBeNull();
    const after = await fileAt(service, lab, 'assays/quokka.txt');
    const { did, version, createdAt, description, tags, contentText, accessLevel, contentHash } = before;
    expect(after).toMatchObject({
      ...{ did, version, createdAt, description, tags, contentText, accessLevel, contentHash },
      path: 'assays/quokka.txt',
      name: 'quokka.txt',
    });
    expect(after.versions).toHaveLength(2);
    for (const path of ['typpo.txt', 'assays/wombat.txt', 'assays/quokka.txt']) {
      expect((await fileAt(service, lab, path)).path).toBe('assays/quokka.txt');
      const { plaintextDEK } = await decryptDataKey(service, lab, { filePath: path });
      expect(plaintextDEK).toBe(second.plaintextDEK);
    }
    expect(await found('quokka')).toEqual(['assays/quokka.txt']);
    expect(await found('typpo')).toEqual([]);
    expect((await roomOf(lab)).dataRoom.folders).toMatchObject([{ name: 'assays', fileCount: 1 }]);
  });

  test('gives its former path to a newer file, and loses its former paths when it is deleted', async () => {
    const lab = await labWith('a', 'x');
    await move(lab, { a: 'b' });
    const newer = await uploadFile(service, lab, 'newer', { path: 'a' });
    expect((await fileAt(service, lab, 'a')).did).toBe(newer.datasetId);
    expect(reasonOf(await deleteFile(service, lab, 'not-a'))).toBe('FILE_NOT_FOUND');
    await deleteFile(service, lab, 'a');
    expect((await fileAt(service, lab, 'a')).path).toBe('b');
    // A former path only leads to the file: it does not name it for a change.
    expect(reasonOf(await deleteFile(service, lab, 'a'))).toBe('FILE_NOT_FOUND');
    expect(reasonOf(await move(lab, { a: 'c' }))).toBe('FILE_NOT_FOUND');
    await deleteFile(service, lab, 'b');
    expect(await fileAt(service, lab, 'a')).toBeNull();
  });

  test('is one entry of the feed per call, also among the files of the feed', async () => {
    const lab = await labWith('one', 'two', 'raw/three');
    const { datasetId: ref } = await uploadFile(service, lab, 'four', { path: 'four' });
    await move(lab, { four: 'renamed', raw: 'data/raw' });
    for (const filter of [null, 'FILE']) {
      const { nodes } = (await ask(service, FEED, { o: lab.oclId, filter })).labActivity;
      expect(nodes.slice(0, 2)).toEqual([
        {
          __typename: 'LabEventEntriesMoved',
          lab: { oclId: lab.oclId },
          change: {
            entries: [
              { from: 'four', to: 'renamed', ref, fileCount: 1 },
              { from: 'raw/', to: 'data/raw/', ref: null, fileCount: 1 },
            ],
            entryCount: 2,
            fileCount: 2,
            changeBy: lab.wallet.toLowerCase(),
          },
        },
        { __typename: 'LabEventFileAdded' },
      ]);
    }
  });
});

describe('a batch', () => {
  test.each<[string, string[], Moves, Moves]>([
    ['a swap', ['a', 'b'], { a: 'b', b: 'a' }, { a: 'b', b: 'a' }],
    ['a chain', ['a', 'b'], { a: 'b', b: 'c' }, { a: 'b', b: 'c' }],
    ['a swap of folders', ['a/1', 'b/2'], { a: 'b', b: 'a' }, { 'a/1': 'b/1', 'b/2': 'a/2' }],
    [
      'a file that leaves its folder',
      ['a/1', 'a/2'],
      { a: 'b', 'a/2': 'two' },
      { 'a/1': 'b/1', 'a/2': 'two' },
    ],
    ['a file into a moved folder', ['a/1', '2'], { a: 'b', '2': 'b/2' }, { 'a/1': 'b/1', '2': 'b/2' }],
    ['a file to a path below itself', ['a'], { a: 'a/a' }, { a: 'a/a' }],
    ['a file beside its folder', ['a', 'a/1'], { a: 'b' }, { a: 'b', 'a/1': 'a/1' }],
    ['a folder beside its file', ['a', 'a/1'], { 'a/': 'b/' }, { a: 'a', 'a/1': 'b/1' }],
    [
      'wildcards, case and Unicode',
      ['a_%/1', 'axy/1', 'A_%/1', 'a_%1', 'ü/1', 'a_%0', 'a_%.'],
      { 'a_%': 'Ünter_%', 'u\u0308': 'ä' },
      { 'a_%/1': 'Ünter_%/1', 'axy/1': 'axy/1', 'A_%/1': 'A_%/1', 'ü/1': 'ä/1' },
    ],
    ['a change of case', ['data.csv'], { 'data.csv': 'Data.csv' }, { 'data.csv': 'Data.csv' }],
    [
      'a look-alike in place of the original',
      ['data.csv'],
      { 'data.csv': 'd\u0430ta.csv' },
      { 'data.csv': 'd\u0430ta.csv' },
    ],
  ])('moves %s, and the opposite moves undo it', async (_, paths, moves, expected) => {
    const lab = await labWith(...paths);
    const before = (await roomOf(lab)).dataRoom.files as { path: string; did: string }[];
    const answer = await move(lab, moves);
    expect(answer.error).toBeNull();
    const after = new Map(
      (await roomOf(lab)).dataRoom.files.map(({ did, path }: { did: string; path: string }) => [did, path]),
    );
    for (const { path, did } of before)
      expect([path, after.get(did)]).toEqual([path, expected[path] ?? path]);
    const back = Object.fromEntries(
      answer.moved.map(({ from, to }: { from: string; to: string }) => [to, from]),
    );
    expect((await move(lab, back)).error).toBeNull();
    expect((await roomOf(lab)).dataRoom.files).toEqual(before);
  });

  test.each<[string, string[], Moves, string]>([
    ['an occupied path', ['a', 'b'], { a: 'b' }, 'PATH_OCCUPIED'],
    ['a folder that exists', ['a/1', 'b/2'], { a: 'b' }, 'PATH_OCCUPIED'],
    ['one path for two', ['a', 'b'], { a: 'c', b: 'c' }, 'PATH_OCCUPIED'],
    ['a path that a moved folder brings', ['a/1', 'b'], { a: 'c', b: 'c/1' }, 'PATH_OCCUPIED'],
    ['a folder into itself', ['a/1'], { a: 'a/b' }, 'INVALID_PATH'],
    ['its own path', ['a'], { a: 'a' }, 'INVALID_PATH'],
    ['a folder for a file', ['a'], { a: 'b/' }, 'INVALID_PATH'],
    ['an entry named twice', ['a/1'], { a: 'b', 'a/': 'c' }, 'INVALID_PATH'],
    ['a missing entry', ['a'], { a: 'b', missing: 'c' }, 'FILE_NOT_FOUND'],
    ['a wildcard for a missing entry', ['ab/1'], { a_: 'c' }, 'FILE_NOT_FOUND'],
    ['the folder of a file', ['a'], { 'a/': 'b' }, 'FILE_NOT_FOUND'],
    ['another case', ['a/1'], { A: 'b' }, 'FILE_NOT_FOUND'],
    ['a look-alike', ['a', 'data.csv'], { a: 'd\u0430ta.csv' }, 'CONFUSABLE_PATH'],
    ['a folder that looks like another', ['a/1', 'raw/1'], { a: 'r\u0430w' }, 'CONFUSABLE_PATH'],
    ['look-alikes among themselves', ['a', 'b'], { a: 'raw', b: 'r\u0430w' }, 'CONFUSABLE_PATH'],
    ['a look-alike in a moved folder', ['a/raw', 'b'], { a: 'c', b: 'c/r\u0430w' }, 'CONFUSABLE_PATH'],
    ['a hidden character', ['a'], { a: 'b\u200b' }, 'INVALID_PATH'],
    ['a parent directory', ['a'], { a: '../b' }, 'INVALID_PATH'],
    ['a control character', ['a'], { a: '\u0001b' }, 'INVALID_PATH'],
    [
      'a path below the folder that is too long',
      [`a/${'m'.repeat(250)}/${'m'.repeat(250)}/${'m'.repeat(250)}`],
      { a: `${'n'.repeat(250)}/${'n'.repeat(250)}` },
      'INVALID_PATH',
    ],
  ])('is refused for %s, and nothing moves', async (_, paths, moves, reason) => {
    const lab = await labWith(...paths, 'bystander');
    const answer = await move(lab, { bystander: 'moved', ...moves });
    expect(reasonOf(answer)).toBe(reason);
    expect(await pathsOf(lab)).toEqual([...paths, 'bystander'].sort());
    expect(await fileAt(service, lab, 'moved')).toBeNull();
  });

  test('names no entry of another lab', async () => {
    const [mine, theirs] = [await labWith('mine'), await labWith('theirs', 'both/1')];
    expect(reasonOf(await move(mine, { theirs: 'stolen' }))).toBe('FILE_NOT_FOUND');
    expect(reasonOf(await move(mine, { both: 'stolen' }))).toBe('FILE_NOT_FOUND');
    expect(refusalOf(await move({ ...theirs, token: mine.token }, { theirs: 'stolen' }))).toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect(await pathsOf(theirs)).toEqual(['both/1', 'theirs']);
  });
});

test('of two concurrent changes that want one path, exactly one succeeds', async () => {
  const lab = await labWith();
  for (let round = 0; round < 4; round++) {
    const [a, b, target] = [`${round}/a`, `${round}/b`, `${round}/target`];
    await uploadFile(service, lab, 'a', { path: a });
    await uploadFile(service, lab, 'b', { path: b });
    const token = await sent(service, lab, 'c');
    const answers = await Promise.all([
      move(lab, { [a]: target }),
      move(lab, { [b]: target }, replica),
      finish(round % 2 ? replica : service, lab, token, { path: target }),
    ]);
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.flatMap((one) => (one.error ? reasonOf(one) : []))).toEqual([
      'PATH_OCCUPIED',
      'PATH_OCCUPIED',
    ]);
    // The file moves once, though two moves take it.
    const twice = await Promise.all([
      move(lab, { [target]: `${round}/here` }),
      move(lab, { [target]: `${round}/there` }, replica),
    ]);
    expect(twice.flatMap((one) => (one.error ? reasonOf(one) : []))).toEqual(['FILE_NOT_FOUND']);
  }
});

test('moves 2,000 files with as many statements as one, and the worker then indexes them', async () => {
  const lab = await labWith('seed/quoll.txt');
  const { db } = service.context;
  await db.execute(sql`
    with added as (
      insert into files (ocl_id, did, path, path_skeleton, version, access_level, tags, categories, change_by)
      select ocl_id, did || n, 'seed/' || n || '.txt', 'seed/' || n || '.txt', 1, access_level, '{}', '{}', change_by
      from files, generate_series(1, 2000) n where ocl_id = ${lab.oclId} returning id, did, path)
    insert into file_versions (file_id, version, object_key, content_type, sha256, content_length, change_by, access_level)
    select id, 1, 'files/' || id, 'text/plain', repeat('0', 64), 0, '0x', 'PUBLIC' from added`);
  await db.execute(sql`
    insert into activity (ocl_id, seq, kind, file, change_by, event_time, system_time)
    select ${lab.oclId}, 1 + row_number() over (), 'FILE_ADDED', jsonb_build_object('ref', did, 'path', path, 'version', 1),
      '0x', now(), now() from files where ocl_id = ${lab.oclId} and path <> 'seed/quoll.txt'`);
  await db.execute(sql`update labs set feed_length = 2001 where ocl_id = ${lab.oclId}`);
  const statements = statementCounter(db);
  const countOf = async (moves: Moves) => {
    const before = statements().statements;
    expect((await move(lab, moves)).error).toBeNull();
    return statements().statements - before;
  };
  const large = await countOf({ seed: 'wallaby' });
  expect(await db.$count(files, sql`path like 'wallaby/%'`)).toBe(2_001);
  expect((await fileAt(service, lab, 'seed/1999.txt')).path).toBe('wallaby/1999.txt');
  while ((await indexMovedFiles(service.context)).more);
  expect(await found('wallaby quoll')).toContain('wallaby/quoll.txt');
  expect(await found('seed')).toEqual([]);
  const byName = await countOf(
    Object.fromEntries(
      Array.from({ length: 2_000 }, (_, at) => [`wallaby/${at + 1}.txt`, `emu/${at + 1}.txt`]),
    ),
  );
  const small = await countOf({ 'wallaby/quoll.txt': 'quoll.txt' });
  expect(large).toBeGreaterThan(10);
  expect(large).toBe(small);
  expect(byName).toBe(small);
});
