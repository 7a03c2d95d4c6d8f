import assert from 'node:assert/strict';
import { GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { decrypt, generateKey } from '@labroom/testing/test-encryption.ts';
import { sha256 } from '@labroom/testing/test-upload.ts';
import { check } from '../check/check.ts';
import { allNull, done, refused } from '../service/expect.ts';

const section = 'docs/specification/keys-and-conditions.md#data-keys';
const decided =
  'docs/specification/keys-and-conditions.md#encryption; docs/specification/keys-and-conditions.md#data-keys';
const SECRET = 'the melting point is 42.7 degrees';

const base64 = (text: string) => Buffer.from(text, 'base64');

const download = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

export const keyChecks = [
  check(
    'keys.generate',
    {
      rule: 'generateDataEncryptionKey gives 32 bytes in Base64, the same wrapped, and encryptionSystem kms; never the same twice.',
      section,
      needs: ['newcomer'],
    },
    async ({ service, newcomer }) => {
      const { token } = await newcomer();
      const make = async () => done(await generateKey(service, token));
      const [one, other] = [await make(), await make()];
      assert.equal(base64(one.plaintextDEK).length, 32);
      assert.ok(base64(one.encryptedDek).length > 32);
      assert.equal(one.encryptionSystem, 'kms');
      assert.notEqual(one.plaintextDEK, other.plaintextDEK);
      assert.notEqual(one.encryptedDek, other.encryptedDek);
      const { generateDataEncryptionKey } = await service.ask(GenerateDataEncryptionKeyDocument);
      allNull(generateDataEncryptionKey, ['plaintextDEK', 'encryptedDek', 'encryptionSystem']);
    },
  ),

  check(
    'keys.round-trip',
    {
      rule: 'An encrypted file keeps what a client needs, and decryptDataKey gives its owner the key that opens it, with a URL of its bytes.',
      section: `${section}; docs/specification/fields.md#encryption-metadata`,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const secret = await lab.secret('round-trip.txt', SECRET);
      const file = await lab.fileAt(secret.path);
      const { encryptedDek, encryptedBy, ...said } = secret.encryptionMetadata;
      assert.deepEqual(file.encryptionMetadata, {
        ...said,
        contentHash: null,
        encryptedBy: encryptedBy.toLowerCase(),
      });
      assert.ok(!JSON.stringify(file).includes(encryptedDek));
      const stored = await download(file.downloadUrl);
      assert.equal(file.contentHash, `sha256:${sha256(stored)}`);
      for (const which of [
        { filePath: secret.path },
        { ref: secret.datasetId },
        { ref: secret.datasetId, version: 1 },
      ]) {
        const { plaintextDEK, iv, contentHash, downloadUrl, message } = done(await lab.decryptKey(which));
        assert.equal(contentHash, `sha256-${sha256(SECRET)}`);
        assert.equal(decrypt(await download(downloadUrl), plaintextDEK, iv), SECRET);
        assert.ok(message.length > 0);
      }
    },
  ),

  check(
    'keys.schema',
    {
      rule: 'encryptedDek of a file is shown to nobody: its owner gets an unknown field or null.',
      section: 'docs/specification/files.md#hashes; docs/specification/deprecated.md#fields',
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const { path } = await lab.secret('wrapped.txt', SECRET);
      const query = `query($oclId: String!, $path: String!) { dataRoomFile(oclId: $oclId, path: $path) {
        encryptionMetadata { encryptedDek } versions { encryptionMetadata { encryptedDek } } } }`;
      const { status, body } = await service.post(query, { oclId: lab.oclId, path }, lab.visitor.token);
      if (status === 400) return;
      const hidden = { encryptionMetadata: { encryptedDek: null } };
      assert.deepEqual(body.data.dataRoomFile, { ...hidden, versions: [hidden] });
    },
  ),

  check(
    'keys.roles',
    {
      rule: 'Roles of the chain decide at the moment of asking: a viewer opens the file, an outsider does not, nor a viewer revoked.',
      section: `${section}; docs/specification/keys-and-conditions.md#evaluation`,
      needs: ['lab', 'team', 'chain', 'newcomer'],
    },
    async ({ lab, team, chain, newcomer }) => {
      const { path: filePath } = await lab.secret('roles.txt', SECRET);
      for (const member of [team.viewer, team.contributor, team.agent])
        done(await member.decryptKey({ filePath }));
      const visitor = await newcomer();
      const to = visitor.wallet.address;
      refused(await lab.as(visitor).decryptKey({ filePath }), 'UNAUTHORIZED', 'ACCESS_CONDITIONS_NOT_MET');
      await chain.grantRole({ oclId: lab.oclId, to, role: 'VIEWER' });
      done(await lab.as(visitor).decryptKey({ filePath }));
      await chain.revokeRole(lab.oclId, to);
      refused(await lab.as(visitor).decryptKey({ filePath }), 'UNAUTHORIZED', 'ACCESS_CONDITIONS_NOT_MET');
    },
  ),

  check(
    'keys.not-met',
    {
      rule: 'Conditions not met: no key, and details say which predicate failed.',
      section: 'docs/specification/keys-and-conditions.md#release',
      needs: ['lab', 'newcomer'],
    },
    async ({ lab, newcomer }) => {
      const { path: filePath } = await lab.secret('not-met.txt', SECRET);
      const failed = await lab.as(await newcomer()).decryptKey({ filePath });
      const details = refused(failed, 'UNAUTHORIZED', 'ACCESS_CONDITIONS_NOT_MET');
      allNull(failed, ['plaintextDEK', 'iv', 'contentHash']);
      assert.equal(typeof details.blockNumber, 'number');
      assert.equal(details.predicates.length, 1);
      const [{ index, met, functionName, expected, actual }] = details.predicates;
      assert.deepEqual([index, met, functionName, expected, actual], [0, false, 'hasRole', 'true', 'false']);
    },
  ),

  check(
    'keys.refused',
    {
      rule: 'No token: NO_AUTH. Both or neither name: PATH_XOR_REF. Plaintext: NOT_ENCRYPTED. No file: NOT_FOUND.',
      section: 'docs/specification/keys-and-conditions.md#release',
      needs: ['lab'],
    },
    async ({ service, lab }) => {
      const { path, datasetId } = await lab.file('plain.txt');
      refused(await lab.decryptKey({ filePath: path }), 'FAILED_PRECONDITION', 'NOT_ENCRYPTED');
      for (const both of [{}, { filePath: path, ref: datasetId }])
        refused(await lab.decryptKey(both), 'VALIDATION_FAILED', 'PATH_XOR_REF');
      refused(await lab.decryptKey({ filePath: 'nothing' }), 'NOT_FOUND');
      const anonymous = `mutation($oclId: String!) { decryptDataKey(oclId: $oclId, filePath: "a") { error { code message requestId retryable details } } }`;
      refused(
        (await service.ask(anonymous, { oclId: lab.oclId })).decryptDataKey,
        'UNAUTHENTICATED',
        'NO_AUTH',
      );
    },
  ),

  check(
    'keys.bound',
    {
      rule: "A wrapped key that was never issued, is another wallet's or is bound already is UNKNOWN_DATA_KEY.",
      section: decided,
      needs: ['lab', 'team'],
    },
    async ({ lab, team }) => {
      const foreign = done(await team.contributor.mutate(GenerateDataEncryptionKeyDocument));
      const bound = await lab.secret('bound.txt', SECRET);
      for (const encryptedDek of [
        Buffer.from('made up').toString('base64'),
        foreign.encryptedDek,
        bound.encryptionMetadata.encryptedDek,
      ]) {
        const { ciphertext, encryptionMetadata } = await lab.encrypt(SECRET);
        const args = {
          path: lab.path('stolen.txt'),
          accessLevel: 'ADMIN',
          encryptionMetadata: { ...encryptionMetadata, encryptedDek },
        };
        refused(await lab.upload(ciphertext, args), 'VALIDATION_FAILED', 'UNKNOWN_DATA_KEY');
      }
    },
  ),

  check(
    'keys.metadata',
    {
      rule: 'Another encryptionSystem, another encryptedBy, an IV that is no 12 bytes or a hash of another shape is refused.',
      section: decided,
      needs: ['lab'],
    },
    async ({ lab }) => {
      const { ciphertext, encryptionMetadata } = await lab.encrypt(SECRET);
      const token = await lab.sent(ciphertext);
      for (const [change, reason] of [
        [{ encryptionSystem: 'lit' }, 'UNSUPPORTED_ENCRYPTION_SYSTEM'],
        [{ encryptedBy: '0x000000000000000000000000000000000000dEaD' }, 'ENCRYPTED_BY_MISMATCH'],
        [{ iv: 'AAAA' }, undefined],
        [{ contentHash: 'sha256:00' }, undefined],
        [{ encryptedAt: 'yesterday' }, undefined],
      ] as const) {
        const args = {
          path: lab.path('metadata.txt'),
          accessLevel: 'ADMIN',
          encryptionMetadata: { ...encryptionMetadata, ...change },
        };
        refused(await lab.finish(token, args), 'VALIDATION_FAILED', reason);
      }
    },
  ),
];
