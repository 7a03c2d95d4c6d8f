import {
  KeyRecipientsDocument,
  KeyReleaseDaysDocument,
  KeyReleasesDocument,
} from '@labroom/client/documents';
import { capturedStatements, explainQueries } from '@labroom/testing/captured-queries.ts';
import { resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { type Author, deleteFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { keyReleases } from '#platform/db/tables/key-releases.ts';

const service = await openTestService({ insertsRows: true });
const lab = await registeredLab(service);

const releases = (args: object = {}) =>
  resultOf(service, KeyReleasesDocument, { oclId: lab.oclId, ...args }, lab.token);

// Who may read it: `service/auth/role-matrix.stack.test.ts`.
describe('keyReleases', () => {
  test('lists every release and refusal for the owner, newest first, also of deleted files', async () => {
    const { datasetId: did } = await uploadSecret(service, lab, 'secret', { path: 'secret.txt' });
    const outsider = await as(service, lab, await fundedWallet());
    await decryptDataKey(service, outsider, { filePath: 'secret.txt' });
    await decryptDataKey(service, lab, { ref: did });
    await deleteFile(service, lab, 'secret.txt');

    const common = {
      did,
      path: 'secret.txt',
      version: 1,
      at: expect.stringMatching(/Z$/),
      requestId: expect.any(String),
    };
    expect(await releases()).toEqual({
      totalCount: 2,
      pageInfo: { currentPage: 0, totalPages: 1, hasNextPage: false, hasPreviousPage: false },
      nodes: [
        {
          ...common,
          wallet: lab.wallet.toLowerCase(),
          outcome: 'RELEASED',
          reason: null,
          predicates: [expect.objectContaining({ functionName: 'hasRole', met: true })],
        },
        {
          ...common,
          wallet: outsider.wallet.toLowerCase(),
          outcome: 'REFUSED',
          reason: 'ACCESS_CONDITIONS_NOT_MET',
          predicates: [expect.objectContaining({ functionName: 'hasRole', met: false, actual: 'false' })],
        },
      ],
    });
    // The caller, the lab, the page and its count. The owner is read from the chain.
    const statements = await capturedStatements(service.context.db, () => releases());
    expect(statements).toHaveLength(4);
    const second = await releases({ page: 1, perPage: 1 });
    expect(second.nodes).toMatchObject([{ outcome: 'REFUSED' }]);
    expect(second.pageInfo).toMatchObject({ currentPage: 1, totalPages: 2, hasNextPage: false });

    const refused = await releases({ wallet: outsider.wallet.toUpperCase().replace('0X', '0x') });
    expect(refused).toMatchObject({ totalCount: 1, nodes: [{ outcome: 'REFUSED' }] });
    expect(await releases({ wallet: `0x${'c3'.repeat(20)}` })).toMatchObject({ totalCount: 0, nodes: [] });
    // Nobody reads the requests of a wallet but an owner, not even that wallet.
    const args = { oclId: lab.oclId, wallet: outsider.wallet };
    await expect(resultOf(service, KeyReleasesDocument, args, outsider.token)).rejects.toThrow();
  });
});

describe('keyRecipients', () => {
  test('lists who got a key of these files, the latest first, and nobody who was refused', async () => {
    const holder = await fundedWallet();
    const lab = await registeredLab(service, holder);
    const recipients = (refs: string[], { oclId, token }: Author = lab) =>
      resultOf(service, KeyRecipientsDocument, { oclId, refs }, token);
    const upload = async (path: string) => (await uploadSecret(service, lab, path, { path })).datasetId;
    const [one, other, unopened] = [await upload('one'), await upload('other'), await upload('unopened')];
    const colleague = await fundedWallet();
    const member = await as(service, lab, colleague);
    await decryptDataKey(service, member, { ref: one });
    await grantRole(holder, { oclId: lab.oclId, to: colleague.address, role: 'VIEWER' });
    for (const ref of [one, one, other]) await decryptDataKey(service, member, { ref });
    await decryptDataKey(service, lab, { ref: other });

    const releasedAt = expect.stringMatching(/Z$/);
    const [owner, viewer] = [lab.wallet.toLowerCase(), member.wallet.toLowerCase()];
    expect(await recipients([one, other])).toEqual([
      { wallet: owner, releasedAt, fileCount: 1 },
      { wallet: viewer, releasedAt, fileCount: 2 },
    ]);
    expect(await recipients([one])).toEqual([{ wallet: viewer, releasedAt, fileCount: 1 }]);
    expect(await recipients([unopened])).toEqual([]);
    expect(await recipients([])).toEqual([]);

    // Files of another lab are not answered for, and members are not asked.
    const another = await registeredLab(service);
    expect(await recipients([one], another)).toEqual([]);
    await expect(recipients([one], member)).rejects.toThrow();
    await expect(recipients(Array.from({ length: 1_001 }, () => one))).rejects.toThrow();
  });
});

test('the newest releases of a long log are found by an index, and the others only counted', async () => {
  const other = await registeredLab(service);
  const { db } = service.context;
  // In one transaction, PostgreSQL follows a chain of a hundred thousand changes of one row.
  await db.execute(sql`alter table key_releases disable trigger chain_key_release`);
  await db.execute(sql`insert into key_releases (ocl_id, file_did, version, wallet, outcome, predicates, request_id)
    select case when n <= 5000 then ${other.oclId} else 'of another' end, 'did:test', 1, '0x', 'released', '[]', 'r'
    from generate_series(1, 100000) n`);
  await db.execute(sql`alter table key_releases enable trigger chain_key_release`);
  await db.execute(sql`vacuum analyze key_releases`);
  const plan = await explainQueries(db, () =>
    resultOf(service, KeyReleasesDocument, { oclId: other.oclId }, other.token),
  );
  expect(plan.filter((node) => node['Actual Rows'] > 20)).toMatchObject([{ 'Node Type': 'Index Only Scan' }]);
  expect(plan.filter((node) => node['Rows Removed by Filter'])).toEqual([]);
});

describe('keyReleaseDays', () => {
  const ask = (token: string, args: object = {}) =>
    resultOf(service, KeyReleaseDaysDocument, { oclId: lab.oclId, ...args }, token);

  test('counts releases and refusals per day and wallet, the oldest day first', async () => {
    const row = { oclId: lab.oclId, fileDid: 'did:test', version: 1, predicates: [], requestId: 'r' };
    const [one, other] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
    const isInvented = ({ wallet }: { wallet: string }) => [one, other].includes(wallet);
    const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000);
    await service.context.db.insert(keyReleases).values([
      { ...row, wallet: one, outcome: 'released', at: at(40) },
      { ...row, wallet: one, outcome: 'released', at: at(9) },
      { ...row, wallet: other, outcome: 'refused', at: at(9) },
      { ...row, wallet: one, outcome: 'released', at: at(9) },
    ]);
    const day = (daysAgo: number) => `${at(daysAgo).toISOString().slice(0, 10)}T00:00:00.000Z`;
    const rows = (await ask(lab.token, { days: 30 })).filter(isInvented);
    expect(rows).toEqual([
      { day: day(9), wallet: other, released: 0, refused: 1 },
      { day: day(9), wallet: one, released: 2, refused: 0 },
    ]);
    const older = (await ask(lab.token)).filter(({ wallet }: { wallet: string }) => wallet === one);
    expect(older.map((each: { day: string }) => each.day)).toEqual([day(40), day(9)]);
  });

  test('is for the owner alone', async () => {
    const outsider = await as(service, lab, await fundedWallet());
    await expect(ask(outsider.token)).rejects.toThrow();
  });
});
