import { KeyReleasesDocument } from '@labroom/client/documents';
import { brokenInvariants } from '@labroom/service/operator/check/invariants.ts';
import { LAB_ACTIVITY } from '@labroom/testing/documents.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { as, type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { announce, fileAt, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDates } from './write-dates.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const day = (number: number) => Date.parse(`2026-05-${String(number).padStart(2, '0')}T09:00:00.000Z`);
const iso = (time: number) => new Date(time).toISOString();

test('dates the feed, files, versions, keys and requests, and nothing if their number differs', async () => {
  const { datasetId } = await uploadFile(service, lab, 'first', { path: 'a.txt' });
  await announce(service, lab);
  await uploadSecret(service, lab, 'second', { ref: datasetId });
  const outsider = await as(service, lab, await fundedWallet());
  const request = { filePath: 'a.txt' };
  await decryptDataKey(service, lab, request);
  await decryptDataKey(service, outsider, request);
  await indexChain(service.context);
  const { db } = service.context;

  const before = await fileAt(service, lab, 'a.txt');
  const dated = { oclId: lab.oclId, mintedAt: day(1), changes: [day(2), day(3), day(4)] };
  await expect(writeDates(db, [dated], [day(5)])).rejects.toThrow('have not 1 key requests');
  const tooFew = { ...dated, changes: [day(2), day(3)] };
  await expect(writeDates(db, [tooFew], [day(5), day(6)])).rejects.toThrow('has not 2 entries');
  expect(await fileAt(service, lab, 'a.txt')).toMatchObject({ updatedAt: before.updatedAt });

  await writeDates(db, [dated], [day(5), day(6)]);
  expect(await fileAt(service, lab, 'a.txt')).toMatchObject({
    createdAt: iso(day(2)),
    updatedAt: iso(day(4)),
    encryptionMetadata: { encryptedAt: iso(day(4) - 5_000) },
    versions: expect.arrayContaining([
      expect.objectContaining({ version: 1, createdAt: iso(day(2)) }),
      expect.objectContaining({ version: 2, createdAt: iso(day(4)) }),
    ]),
  });
  const feed = await ask(service, LAB_ACTIVITY, { oclId: lab.oclId, page: 0, perPage: 10 });
  expect(
    feed.labActivity.nodes.map(
      ({ entry, announcement }: Record<string, { systemTime: string }>) =>
        (entry ?? announcement)?.systemTime,
    ),
  ).toEqual([iso(day(4)), iso(day(3)), iso(day(2))]);
  const { nodes } = await resultOf(service, KeyReleasesDocument, { oclId: lab.oclId }, lab.token);
  expect(nodes).toMatchObject([
    { outcome: 'REFUSED', at: iso(day(6)) },
    { outcome: 'RELEASED', at: iso(day(5)) },
  ]);

  // Nothing of the lab was recorded before the lab or after its file, and what counts rows still counts them.
  const { rows } = await db.execute(sql`select ocl_id from labs l where registered_at <= ${iso(day(1))}
    or latest_contribution_at <> ${iso(day(4))}
    or exists (select from uploads u where u.ocl_id = l.ocl_id and (u.created_at < ${iso(day(1))}
      or u.created_at > u.finished_at or u.finished_at > ${iso(day(4))} or u.expires_at < u.finished_at))
    or exists (select from data_keys where issued_at not between ${iso(day(3))} and ${iso(day(4))})
    or exists (select from did_keys where created_at not between ${iso(day(1))} and ${iso(day(2))})
    or exists (select from lab_owners o where o.ocl_id = l.ocl_id and held_since <> minted_at)`);
  expect(rows).toEqual([]);
  expect(await brokenInvariants(db)).toEqual([]);
  const { plaintextDEK } = await decryptDataKey(service, lab, request);
  expect(plaintextDEK).toBeTruthy();
});
