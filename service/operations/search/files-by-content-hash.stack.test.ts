import { capturedStatements, explainQueries } from '@labroom/testing/captured-queries.ts';
import { ask, type Proof, post } from '@labroom/testing/test-client.ts';
import { teamConditions, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { deleteFile, sha256, uploadFile } from '@labroom/testing/test-upload.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);
const copier = await registeredLab(service);

const QUERY = `query($hash: String!) { filesByContentHash(contentHash: $hash) {
  lab { oclId shortname } did path version isNewest contentType accessLevel createdAt changeBy matchedBy } }`;

async function find(hash: string, token: Proof = {}) {
  return (await ask(service, QUERY, { hash }, token)).filesByContentHash;
}

describe('filesByContentHash', () => {
  test('finds every version with these bytes in all labs, oldest first', async () => {
    const bytes = 'well,slope\nA1,0.82\n';
    const first = await uploadFile(service, lab, bytes, { path: 'plate.csv' });
    await uploadFile(service, lab, 'other bytes', { ref: first.datasetId });
    const copy = await uploadFile(service, copier, bytes, { path: 'copied/plate.csv' });
    const found = await find(`sha256:${sha256(bytes)}`);
    expect(found).toEqual([
      {
        lab: { oclId: lab.oclId, shortname: `lab-${lab.tokenId}` },
        did: first.datasetId,
        path: 'plate.csv',
        version: 1,
        isNewest: false,
        contentType: 'text/plain',
        accessLevel: 'PUBLIC',
        createdAt: expect.stringMatching(/^\d{4}-/),
        changeBy: lab.wallet.toLowerCase(),
        matchedBy: 'STORED_BYTES',
      },
      expect.objectContaining({ did: copy.datasetId, version: 1, isNewest: true }),
    ]);
    // The consumer, the versions, the labs.
    expect(await capturedStatements(service.context.db, () => find(`sha256:${sha256(bytes)}`))).toHaveLength(
      3,
    );
    expect(await find(`sha256:${sha256(bytes).toUpperCase()}`)).toEqual(found);
    expect(await find(`sha256-${sha256(bytes)}`)).toEqual([]);
  });

  test('finds an encrypted file by its ciphertext and by the stated plaintext hash, and names which one matched', async () => {
    const plaintext = 'ranked hits';
    const { datasetId, ciphertext } = await uploadSecret(service, lab, plaintext, { path: 'hits.txt' });
    expect(await find(`sha256-${sha256(plaintext)}`, lab.token)).toMatchObject([
      { did: datasetId, accessLevel: 'ADMIN', matchedBy: 'STATED_PLAINTEXT' },
    ]);
    expect(await find(`sha256:${sha256(ciphertext)}`)).toMatchObject([
      { did: datasetId, matchedBy: 'STORED_BYTES' },
    ]);
    expect(await find(`sha256:${sha256(plaintext)}`)).toEqual([]);
  });

  test('does not find a deleted file', async () => {
    await uploadFile(service, lab, 'soon gone', { path: 'gone.txt' });
    await deleteFile(service, lab, 'gone.txt');
    expect(await find(`sha256:${sha256('soon gone')}`)).toEqual([]);
  });

  test.each([
    '',
    'sha256:',
    sha256('x'),
    `sha256:${sha256('x')}0`,
    `sha512:${sha256('x')}`,
    `sha256:${'g'.repeat(64)}`,
  ])('refuses %j', async (hash) => {
    const { body } = await post(service, QUERY, { hash });
    expect(body.data).toBeNull();
    expect(body.errors).toMatchObject([
      {
        errorType: 'VALIDATION_FAILED',
        errorInfo: { reason: 'INVALID_CONTENT_HASH' },
        path: ['filesByContentHash'],
      },
    ]);
  });

  test('uses an index among many versions, for both kinds of hash', async () => {
    const { db } = service.context;
    await db.execute(sql`insert into file_versions
      (file_id, version, object_key, content_type, sha256, content_length, change_by, encryption, access_level)
      select (select id from files limit 1), n, 'none/' || n, 'text/plain', encode(sha256(n::text::bytea), 'hex'), 1, '0x',
        case when n % 2 = 0 then jsonb_build_object('contentHash', 'sha256-' || encode(sha256(n::text::bytea), 'hex'),
          'accessControlConditions', ${teamConditions(lab.oclId)}::text) end,
        case when n % 2 = 0 then 'ADMIN' else 'PUBLIC' end
      from generate_series(10, 20000) n`);
    await db.execute(sql`analyze file_versions`);
    for (const prefix of ['sha256:', 'sha256-']) {
      const steps = await explainQueries(db, () => find(`${prefix}${sha256('1000')}`, lab.token));
      const scans = steps.filter((step) => step['Relation Name'] === 'file_versions');
      expect(scans.map((step) => step['Rows Removed by Filter'] ?? 0)).toEqual([0]);
      expect(scans.map((step) => step['Actual Rows'])).toEqual([1]);
    }
  });
});
