import assert from 'node:assert/strict';
import { check } from '../check/check.ts';
import { done, lowercaseAddress, refused } from '../service/expect.ts';
import type { Lab } from '../service/lab.ts';

const section = 'docs/specification/files.md#metadata; docs/specification/files.md#deletion';
const decided = 'docs/specification/files.md#access-levels; docs/specification/files.md#urls';
const decidedText = 'docs/specification/files.md#paths; docs/specification/files.md#text';

async function finishRefused(lab: Lab, args: Record<string, unknown>, reason?: string): Promise<void> {
  const path = lab.path('refused.txt');
  refused(await lab.upload('refused', { path, ...args }), 'VALIDATION_FAILED', reason);
}

export const fileChecks = [
  check(
    'files.read',
    {
      rule: 'dataRoomFile finds a file by its path, and is null without one; its URL gives the bytes for an hour.',
      section: `${section}; ${decided}`,
      needs: ['sample', 'lab'],
    },
    async ({ lab }) => {
      const { path, contentHash } = await lab.file('read.txt', 'read\n');
      const file = await lab.fileAt(path);
      assert.equal(file.path, path);
      assert.ok(path.endsWith(file.name) && !file.name.includes('/'));
      assert.ok(Math.abs(Date.parse(file.downloadUrlExpiry) - Date.now() - 3_600_000) < 60_000);
      assert.deepEqual(
        [file.contentHash, file.contentLength, file.encryptionMetadata],
        [contentHash, '5', null],
      );
      assert.match(file.changeBy, lowercaseAddress);
      assert.equal(file.versions.length, 1);
      assert.ok(file.createdAt <= file.updatedAt);
      assert.equal(await lab.fileAt(lab.path('nothing.txt')), null);
    },
  ),

  check(
    'files.tampered-url',
    {
      rule: 'A download URL that was changed, or lost its signature, gives nothing.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const [one, other] = [await lab.file('one.txt'), await lab.file('other.txt')];
      const { downloadUrl } = await lab.fileAt(one.path);
      const foreign = new URL((await lab.fileAt(other.path)).downloadUrl);
      const mixed = new URL(downloadUrl);
      mixed.pathname = foreign.pathname;
      const bare = new URL(downloadUrl);
      bare.search = '';
      for (const url of [mixed, bare]) assert.ok((await fetch(url)).status >= 400);
    },
  ),

  check(
    'files.paths',
    {
      rule: 'Paths are NFC, 1 to 1,024 bytes, segments of 1 to 255, without dot segments, control characters, backslashes.',
      section: decidedText,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const token = await lab.sent('path');
      const wrong = [
        '',
        '/',
        '//a',
        'a/',
        'a//b',
        './a',
        'a/../b',
        'a\\b',
        'a\nb',
        'x'.repeat(256),
        'é'.repeat(128),
        'ab/'.repeat(342),
      ];
      for (const path of wrong)
        refused(await lab.finish(token, { path }), 'VALIDATION_FAILED', 'INVALID_PATH');
      const composed = lab.path('caf\u00e9.txt');
      done(await lab.finish(token, { path: composed.normalize('NFD') }));
      assert.equal((await lab.fileAt(composed)).path, composed);
      await lab.file(`${'x'.repeat(248)}`);
    },
  ),

  check(
    'files.paths.slash',
    {
      rule: 'One leading slash names the same entry in every operation, stored names have none, and a second one is INVALID_PATH; answers have none either.',
      section: decidedText,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const path = lab.path('slash.txt');
      done(await lab.finish(await lab.sent('slash'), { path: `/${path}` }));
      for (const named of [path, `/${path}`]) assert.equal((await lab.fileAt(named)).path, path);
      const again = await lab.finish(await lab.sent('again'), { path });
      refused(again, 'CONFLICT', 'PATH_OCCUPIED');
      const twice = await lab.finish(await lab.sent('twice'), { path: `//${path}` });
      refused(twice, 'VALIDATION_FAILED', 'INVALID_PATH');
      assert.match(twice.error.message, /begins with a second slash/);
    },
  ),

  check(
    'files.text-limits',
    {
      rule: 'At most 50 tags and categories of 1 to 100 characters, 10,000 characters of description, 1 MiB of contentText.',
      section: decidedText,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const fifty = Array.from({ length: 50 }, (_, at) => `${at}`.padEnd(100, 'x'));
      const most = {
        tags: fifty,
        categories: fifty,
        description: 'd'.repeat(10_000),
        contentText: 'c'.repeat(1_048_576),
      };
      await lab.file('most.txt', 'most', most);
      const tooMany = [...fifty, 'one more'];
      for (const args of [
        { tags: tooMany },
        { categories: tooMany },
        { tags: [''] },
        { categories: ['x'.repeat(101)] },
        { description: 'd'.repeat(10_001) },
        { contentText: 'c'.repeat(1_048_577) },
      ])
        await finishRefused(lab, args);
    },
  ),

  check(
    'files.levels',
    {
      rule: 'PUBLIC, HOLDERS and ADMIN are the levels; the latter two want encryption, the first none.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      for (const accessLevel of ['', 'public', 'SECRET'])
        await finishRefused(lab, { accessLevel }, 'INVALID_ACCESS_LEVEL');
      for (const accessLevel of ['HOLDERS', 'ADMIN'])
        await finishRefused(lab, { accessLevel }, 'ENCRYPTION_REQUIRED');
      const { ciphertext, encryptionMetadata } = await lab.encrypt('secret');
      const path = lab.path('level.txt');
      refused(
        await lab.upload(ciphertext, { path, encryptionMetadata }),
        'VALIDATION_FAILED',
        'INVALID_ACCESS_LEVEL',
      );
      for (const accessLevel of ['HOLDERS', 'ADMIN']) {
        const secret = await lab.encrypt(accessLevel);
        const args = {
          path: lab.path(accessLevel),
          accessLevel,
          encryptionMetadata: secret.encryptionMetadata,
        };
        done(await lab.upload(secret.ciphertext, args));
        assert.equal((await lab.fileAt(args.path)).accessLevel, accessLevel);
      }
    },
  ),

  check(
    'files.update',
    {
      rule: 'updateFileMetadata changes metadata without a new version, in the name of the authenticated wallet.',
      section,
      needs: ['lab', 'team'],
    },
    async ({ lab, team }) => {
      const { path, datasetId } = await lab.file('update.txt', 'update', {
        description: 'before',
        tags: ['a'],
      });
      const updated = done(
        await team.contributor.updateFile({ ref: datasetId, description: 'after', categories: ['Data'] }),
      );
      assert.equal(updated.ref, datasetId);
      assert.ok(updated.message.length > 0);
      const file = await lab.fileAt(path);
      assert.deepEqual(
        [file.description, file.tags, file.categories, file.version],
        ['after', ['a'], ['Data'], 1],
      );
      assert.equal(file.changeBy, team.contributor.wallet);
      done(await lab.updateFile({ ref: datasetId, description: null }));
      const cleared = await lab.fileAt(path);
      assert.deepEqual([cleared.description, cleared.tags], [null, ['a']]);
    },
  ),

  check(
    'files.update.refused',
    {
      rule: 'An unknown file is NOT_FOUND; a plaintext file cannot become secret, nor an encrypted one public.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      refused(await lab.updateFile({ ref: 'did:odf:nothing' }), 'NOT_FOUND');
      const { datasetId } = await lab.file('plain.txt');
      for (const accessLevel of ['HOLDERS', 'ADMIN'])
        refused(
          await lab.updateFile({ ref: datasetId, accessLevel }),
          'VALIDATION_FAILED',
          'ENCRYPTION_REQUIRED',
        );
      const secret = await lab.secret('secret.txt', 'secret');
      refused(await lab.updateFile({ ref: secret.datasetId, accessLevel: 'PUBLIC' }), 'VALIDATION_FAILED');
    },
  ),

  check(
    'files.delete',
    {
      rule: 'deleteDataRoomFile removes the file, its versions and its bytes for good; the path is free again.',
      section: `${section}; ${decided}`,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { path, datasetId } = await lab.file('delete.txt', 'gone');
      const removed = done(await lab.deleteFile(path));
      assert.deepEqual([removed.oclId, removed.filePath], [lab.oclId, path]);
      assert.equal(await lab.fileAt(path), null);
      refused(await lab.deleteFile(path), 'NOT_FOUND');
      refused(await lab.updateFile({ ref: datasetId }), 'NOT_FOUND');
      const again = done(await lab.upload('new', { path }));
      assert.notEqual(again.datasetId, datasetId);
      assert.equal(again.version, 1);
    },
  ),

  check(
    'files.list',
    {
      rule: 'dataRoom.files lists every file; filesPage a page of them by prefix and text.',
      section: 'docs/specification/fields.md#data-room; docs/specification/reads-and-search.md#lists',
      needs: ['newLab'],
    },
    async ({ service, newLab }) => {
      const lab = await newLab();
      const paths = ['a/1.txt', 'a/2.txt', 'b/3.txt'];
      for (const path of paths) done(await lab.upload(path, { path, tags: [`tag-${path[0]}`] }));
      const query = `query($oclId: String!, $prefix: String, $search: String, $perPage: Int) {
        labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files { path }
          filesPage(prefix: $prefix, search: $search, perPage: $perPage) { totalCount nodes { path } pageInfo { totalPages } } } } }`;
      const read = async (args: object) =>
        (await service.ask(query, { oclId: lab.oclId, ...args })).labWithDataRoomAndFiles.dataRoom;
      const pathsOf = (nodes: { path: string }[]) => nodes.map(({ path }) => path);
      assert.deepEqual(pathsOf((await read({})).files), paths);
      assert.deepEqual(pathsOf((await read({ prefix: 'a/' })).filesPage.nodes), paths.slice(0, 2));
      assert.deepEqual(pathsOf((await read({ search: 'TAG-B' })).filesPage.nodes), paths.slice(2));
      const { totalCount, nodes, pageInfo } = (await read({ perPage: 2 })).filesPage;
      assert.deepEqual([totalCount, nodes.length, pageInfo.totalPages], [3, 2, 2]);
    },
  ),

  check(
    'files.categories',
    {
      rule: 'fileCategoriesAndTags gives categories, each with its tags.',
      section,
    },
    async ({ service }) => {
      const { data } = (await service.ask('{ fileCategoriesAndTags { data { name tags } } }'))
        .fileCategoriesAndTags;
      assert.ok(data.length > 0);
      for (const { tags } of data) assert.equal(new Set(tags).size, tags.length);
      assert.equal(new Set(data.map(({ name }: { name: string }) => name)).size, data.length);
    },
  ),
];
