import { filesSubject } from '@labroom/protocol/files-subject';
import { capturedStatements } from '@labroom/testing/captured-queries.ts';
import { indexChain } from '@labroom/testing/index-chain.ts';
import { listExpiredReader, listReader, unlistReader } from '@labroom/testing/test-access-list.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { grantRole, revokeRole } from '@labroom/testing/test-lab.ts';
import { as, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);

const SHARED = `query($o: String!, $path: String!) { dataRoomFile(oclId: $o, path: $path) {
  sharedWith { subject reader expiry grantedBy grantedAt claim stands profile { name } } } }`;
const sharedWith = async (path: string, token?: string) =>
  (await ask(service, SHARED, { o: lab.oclId, path }, token)).dataRoomFile.sharedWith;

test('members read who is on the list of a file and whether the entry stands; others read nothing', async () => {
  const path = 'list.txt';
  const { datasetId: ref } = await uploadSecret(service, lab, 'list', { path });
  const [contributor, viewer, first, second, third] = await Promise.all(
    Array.from({ length: 5 }, () => fundedWallet()),
  );
  if (!contributor || !viewer || !first || !second || !third) throw new Error('too few wallets');
  await grantRole(lab.owner, { oclId: lab.oclId, to: contributor.address, role: 'CONTRIBUTOR' });
  await grantRole(lab.owner, { oclId: lab.oclId, to: viewer.address, role: 'VIEWER' });
  const entry = (reader: typeof first) => ({ oclId: lab.oclId, ref, reader: reader.address });
  const expiry = 4_000_000_000;
  await listReader(lab.owner, entry(first), expiry);
  await listReader(contributor, entry(second));
  await listExpiredReader(lab.owner, entry(third));
  await indexChain(service.context);
  const row = (reader: typeof first, facts: object) => ({
    subject: filesSubject([ref]),
    ...{ reader: reader.address.toLowerCase(), expiry: null, grantedBy: null, claim: null, profile: null },
    ...{ grantedAt: expect.any(String), stands: true, ...facts },
  });
  const rows = [
    row(second, { grantedBy: contributor.address.toLowerCase() }),
    row(first, { expiry: String(expiry) }),
    row(third, { expiry: expect.any(String), stands: false }),
  ];
  for (const member of [lab, await as(service, lab, viewer)])
    expect(await sharedWith(path, member.token)).toEqual(rows);
  const reader = await as(service, lab, first);
  for (const token of [reader.token, undefined]) expect(await sharedWith(path, token)).toBeNull();

  await revokeRole(lab.owner, lab.oclId, contributor.address);
  await unlistReader(lab.owner, entry(first));
  await indexChain(service.context);
  expect(await sharedWith(path, lab.token)).toEqual([
    row(third, { expiry: expect.any(String), stands: false }),
    row(second, { grantedBy: contributor.address.toLowerCase(), stands: false }),
  ]);
});

test('the lists of a page of files are read by one statement', async () => {
  const PAGE = `query($o: String!) { labWithDataRoomAndFiles(oclId: $o) { dataRoom {
    filesPage(perPage: 50, prefix: "page/") { nodes { path sharedWith { reader } } } } } }`;
  const page = () => ask(service, PAGE, { o: lab.oclId }, lab.token);
  await uploadFile(service, lab, 'one', { path: 'page/one.txt' });
  await page();
  const one = await capturedStatements(service.context.db, page);
  for (const name of ['two', 'three']) await uploadFile(service, lab, name, { path: `page/${name}.txt` });
  const { nodes } = (await page()).labWithDataRoomAndFiles.dataRoom.filesPage;
  expect(nodes.map((node: { sharedWith: unknown[] }) => node.sharedWith)).toEqual([[], [], []]);
  expect(await capturedStatements(service.context.db, page)).toHaveLength(one.length);
});
