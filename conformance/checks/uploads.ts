import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { CancelUploadDocument, FileChunksDocument } from '@labroom/client/documents';
import { PART, partsOf, sendParts, sentInParts } from '@labroom/testing/test-parts.ts';
import { put, sha256 } from '@labroom/testing/test-upload.ts';
import { check } from '../check/check.ts';
import { allNull, done, isoUtc, refused } from '../service/expect.ts';

const section = 'docs/specification/files.md#upload';
const decided = 'docs/specification/files.md#upload; docs/specification/files.md#hashes';
const uploadFields = ['uploadToken', 'uploadUrl', 'uploadUrlExpiry', 'method', 'headers'];
const finishFields = ['datasetId', 'contentHash', 'version'];

export const uploadChecks = [
  check(
    'uploads.initiate',
    {
      rule: 'Step 1 gives a token, a presigned PUT URL with its expiry, and the headers to send, Content-Type among them.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const upload = done(await lab.initiate(4, 'text/csv'));
      assert.ok(upload.uploadToken.length > 20);
      assert.ok(URL.canParse(upload.uploadUrl));
      assert.equal(upload.method, 'PUT');
      assert.match(upload.uploadUrlExpiry, isoUtc);
      assert.ok(Math.abs(Date.parse(upload.uploadUrlExpiry) - Date.now() - 900_000) < 60_000);
      const type = upload.headers.find(({ key }: { key: string }) => key.toLowerCase() === 'content-type');
      assert.equal(type.value, 'text/csv');
    },
  ),

  check(
    'uploads.initiate.refused',
    {
      rule: 'A negative length, a type that is none or an unknown lab is refused, and all upload fields are null.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      for (const [length, type] of [
        [-1, 'text/plain'],
        [1, 'nonsense'],
        [1, ''],
      ] as const) {
        const failed = await lab.initiate(length, type);
        refused(failed, 'VALIDATION_FAILED');
        allNull(failed, uploadFields);
      }
    },
  ),

  check(
    'uploads.three-steps',
    {
      rule: 'Initiate, PUT, finish with path: version 1 of a new file that downloads as the very bytes, with their hash.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const bytes = 'sample,value\na,1\n';
      const path = lab.path('three steps.csv');
      const finished = done(await lab.upload(bytes, { path }, 'text/csv'));
      assert.match(finished.datasetId, /^did:odf:fed01[0-9a-f]{64}$/);
      assert.equal(finished.contentHash, `sha256:${sha256(bytes)}`);
      assert.equal(finished.version, 1);
      assert.ok(finished.message.length > 0);
      const file = await lab.fileAt(path);
      assert.equal(file.did, finished.datasetId);
      assert.equal(file.contentType, 'text/csv');
      const response = await fetch(file.downloadUrl);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-disposition') ?? '', /^attachment/);
      assert.equal(await response.text(), bytes);
    },
  ),

  check(
    'uploads.parts',
    {
      rule: 'In parts: a plan, URLs for parts, UPLOAD_INCOMPLETE with what is missing, and one file with the hash of the whole and of each MiB.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const bytes = randomBytes(PART + 3);
      const { uploadToken, uploadUrl, parts } = done(await lab.initiateParts(bytes.length));
      assert.equal(uploadUrl, null);
      assert.deepEqual([parts.partLength, parts.count], [PART, 2]);
      assert.match(parts.expiresAt, isoUtc);
      assert.deepEqual(await sendParts(lab.service, lab.author, uploadToken, bytes, 2), [200]);
      const { stored, urls } = await partsOf(lab.service, lab.author, uploadToken);
      assert.deepEqual([stored, urls], [[{ number: 2, contentLength: 3 }], []]);
      const path = lab.path('parts.bin');
      const incomplete = await lab.finish(uploadToken, { path });
      refused(incomplete, 'VALIDATION_FAILED', 'UPLOAD_INCOMPLETE');
      assert.deepEqual(JSON.parse(incomplete.error.details).missing, [1]);
      assert.deepEqual(await sendParts(lab.service, lab.author, uploadToken, bytes, 1), [200]);
      const { contentHash, datasetId: ref } = done(await lab.finish(uploadToken, { path }));
      assert.equal(contentHash, `sha256:${sha256(bytes)}`);
      const list = await lab.mutate(FileChunksDocument, { ref, version: 1 });
      const hashes = Array.from({ length: 9 }, (_, mib) =>
        sha256(bytes.subarray(mib * 2 ** 20, (mib + 1) * 2 ** 20)),
      );
      assert.equal(Buffer.from(list.hashes, 'base64').toString('hex'), hashes.join(''));
    },
  ),

  check(
    'uploads.parts.cancelled',
    {
      rule: 'A cancelled upload in parts has no parts and cannot be finished; a finished one cannot be cancelled.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { uploadToken } = done(await lab.initiateParts(1));
      assert.deepEqual(await sendParts(lab.service, lab.author, uploadToken, Buffer.from('x'), 1), [200]);
      done(await lab.mutate(CancelUploadDocument, { uploadToken }));
      const late = await lab.finish(uploadToken, { path: lab.path('cancelled.txt') });
      refused(late, 'VALIDATION_FAILED', 'UPLOAD_TOKEN_EXPIRED');
      const token = await sentInParts(lab.service, lab.author, Buffer.from('y'));
      done(await lab.finish(token, { path: lab.path('finished.txt') }));
      refused(
        await lab.mutate(CancelUploadDocument, { uploadToken: token }),
        'CONFLICT',
        'UPLOAD_ALREADY_FINISHED',
      );
    },
  ),

  check(
    'uploads.said',
    {
      rule: 'Description, tags, categories and contentText are kept as they were given.',
      section,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const said = {
        description: 'An assay',
        tags: ['assay', 'free text'],
        categories: ['Data'],
        contentText: 'sample value',
      };
      const { path } = await lab.file('said.txt', 'said\n', said);
      const { description, tags, categories, contentText } = await lab.fileAt(path);
      assert.deepEqual({ description, tags, categories, contentText }, said);
    },
  ),

  check(
    'uploads.version',
    {
      rule: 'Finishing with ref is a new version; the versions before it stay readable.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const first = await lab.file('versions.txt', 'one', { description: 'kept' });
      const second = done(await lab.upload('two', { ref: first.datasetId }));
      assert.deepEqual([second.datasetId, second.version], [first.datasetId, 2]);
      const { version, versions, description } = await lab.fileAt(first.path);
      assert.deepEqual([version, description], [2, 'kept']);
      const texts = versions.map(async (old: { version: number; downloadUrl: string }) => [
        old.version,
        await (await fetch(old.downloadUrl)).text(),
      ]);
      assert.deepEqual(await Promise.all(texts), [
        [2, 'two'],
        [1, 'one'],
      ]);
    },
  ),

  check(
    'uploads.path-xor-ref',
    {
      rule: 'Both or neither of path and ref: PATH_XOR_REF; results are null and message mirrors the error.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const token = await lab.sent('xor');
      for (const args of [{}, { path: 'a', ref: 'did:odf:x' }]) {
        const failed = await lab.finish(token, args);
        refused(failed, 'VALIDATION_FAILED', 'PATH_XOR_REF');
        allNull(failed, finishFields);
      }
    },
  ),

  check(
    'uploads.signed',
    {
      rule: 'The storage refuses another length or Content-Type than was signed, and a changed URL.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const upload = done(await lab.initiate(6));
      const other = upload.headers.map(({ key }: { key: string }) => ({ key, value: 'text/html' }));
      for (const status of [
        await put(upload, 'longer than six'),
        await put({ ...upload, headers: other }, 'honest'),
        await put(
          {
            ...upload,
            uploadUrl: upload.uploadUrl.replace(/.$/, (last: string) => (last === 'a' ? 'b' : 'a')),
          },
          'honest',
        ),
      ])
        assert.ok(status >= 400 && status < 500, String(status));
      refused(
        await lab.finish(upload.uploadToken, { path: lab.path('signed.txt') }),
        'VALIDATION_FAILED',
        'UPLOAD_INCOMPLETE',
      );
      assert.ok((await put(upload, 'honest')) < 300);
    },
  ),

  check(
    'uploads.incomplete',
    {
      rule: 'Finishing before the bytes are there is UPLOAD_INCOMPLETE, and works afterwards.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const upload = done(await lab.initiate(4));
      const path = lab.path('late.txt');
      refused(await lab.finish(upload.uploadToken, { path }), 'VALIDATION_FAILED', 'UPLOAD_INCOMPLETE');
      assert.ok((await put(upload, 'late')) < 300);
      done(await lab.finish(upload.uploadToken, { path }));
    },
  ),

  check(
    'uploads.immutable',
    {
      rule: 'Bytes sent to the upload URL after finish change nothing: what is served has the hash that was given.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const upload = done(await lab.initiate(6));
      assert.ok((await put(upload, 'honest')) < 300);
      const path = lab.path('sealed.txt');
      done(await lab.finish(upload.uploadToken, { path }));
      await put(upload, 'forged');
      assert.equal(await (await fetch((await lab.fileAt(path)).downloadUrl)).text(), 'honest');
    },
  ),

  check(
    'uploads.retry',
    {
      rule: 'The same token with the same arguments gives the first result again; with others UPLOAD_ALREADY_FINISHED.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const token = await lab.sent('again');
      const path = lab.path('again.txt');
      const first = done(await lab.finish(token, { path }));
      assert.deepEqual(await lab.finish(token, { path }), first);
      refused(
        await lab.finish(token, { path: lab.path('other.txt') }),
        'CONFLICT',
        'UPLOAD_ALREADY_FINISHED',
      );
    },
  ),

  check(
    'uploads.occupied',
    {
      rule: 'The path of an existing file is CONFLICT, PATH_OCCUPIED; of many at once one wins. Case makes another path.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const path = lab.path('contested.txt');
      const tokens = await Promise.all(['a', 'b', 'c', 'd'].map((bytes) => lab.sent(bytes)));
      const answers = await Promise.all(tokens.map((token) => lab.finish(token, { path })));
      const losers = answers.filter(({ error }) => error);
      assert.equal(losers.length, 3);
      for (const loser of losers) refused(loser, 'CONFLICT', 'PATH_OCCUPIED');
      done(await lab.upload('upper', { path: path.replace('contested', 'CONTESTED') }));
    },
  ),

  check(
    'uploads.token',
    {
      rule: "Another lab's upload token, another wallet's, or an invalid one is UPLOAD_TOKEN_MISMATCH.",
      section: decided,
      needs: ['lab', 'newLab', 'team'],
    },
    async ({ lab, newLab, team }) => {
      const path = lab.path('stolen.txt');
      const other = await newLab();
      for (const token of [await other.sent('x'), await team.contributor.sent('x'), 'nonsense'])
        refused(await lab.finish(token, { path }), 'VALIDATION_FAILED', 'UPLOAD_TOKEN_MISMATCH');
    },
  ),

  check(
    'uploads.change-by',
    {
      rule: 'changeBy is the authenticated wallet in any case, else CHANGE_BY_MISMATCH.',
      section: 'docs/specification/identity.md#roles',
      needs: ['lab'],
    },
    async ({ lab }) => {
      const token = await lab.sent('mine');
      const path = lab.path('mine.txt');
      const other = '0x000000000000000000000000000000000000dEaD';
      refused(await lab.finish(token, { path, changeBy: other }), 'VALIDATION_FAILED', 'CHANGE_BY_MISMATCH');
      done(await lab.finish(token, { path, changeBy: lab.wallet }));
      refused(await lab.deleteFile(path, other), 'VALIDATION_FAILED', 'CHANGE_BY_MISMATCH');
    },
  ),
];
