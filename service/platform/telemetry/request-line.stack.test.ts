import { post } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { expect, test } from 'vitest';
import { metrics } from './metrics.ts';

const service = await openTestService();
const lab = await registeredLab(service);

/** The lines of requests since the last call, by their first operation. */
function lines(operation: string): Record<string, unknown>[] {
  return service.logLines
    .map((line) => JSON.parse(line))
    .filter(({ msg, operation: named }) => msg === 'request' && named?.split(' ')[0] === operation);
}

test('a request is one line, with operation, caller, lab, outcome, time, statements and bytes', async () => {
  await uploadFile(service, lab, 'one', { path: 'a.txt' });
  await expect.poll(() => lines('finishCreateOrUpdateFile')).toHaveLength(1);
  const [line] = lines('finishCreateOrUpdateFile');
  expect(line).toMatchObject({
    method: 'POST',
    route: '/graphql',
    status: 200,
    outcome: 'OK',
    consumer: service.credential.split('_')[2],
    wallet: `${lab.wallet.toLowerCase().slice(0, 6)}…${lab.wallet.toLowerCase().slice(-4)}`,
    lab: lab.oclId.toLowerCase(),
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
  expect(line?.statements).toBeGreaterThan(5);
  expect(line?.statementMs).toBeGreaterThan(0);
  expect(service.logLines.join('\n')).not.toContain(lab.wallet.slice(2, -4));
  expect(service.logLines.filter((text) => text.includes('incoming request'))).toEqual([]);
});

test('a refusal is in the line and in a counter, with its reason', async () => {
  const query =
    'mutation ($id: String!) { createAnnouncement(oclId: $id, headline: "x", body: "y") { error { code } } }';
  await post(service, query, { id: lab.oclId });
  await expect.poll(() => lines('createAnnouncement')).toHaveLength(1);
  const [line] = lines('createAnnouncement');
  expect(line).toMatchObject({ status: 200, outcome: 'UNAUTHENTICATED', lab: lab.oclId.toLowerCase() });
  expect(line).not.toHaveProperty('wallet');
  const { values = [] } = (await metrics.getSingleMetric('labroom_refusals_total')?.get()) ?? {};
  const refused = { operation: 'createAnnouncement', code: 'UNAUTHENTICATED', reason: line?.reason };
  expect(values.map(({ labels }) => labels)).toContainEqual(refused);
});

test('several fields of a query are named', async () => {
  await post(service, '{ labs { totalCount } searchLabs(prompt: "news") { totalCount } }');
  const both = () =>
    [...lines('labs'), ...lines('searchLabs')].map(({ operation, outcome }) => ({
      names: String(operation).split(' ').toSorted(),
      outcome,
    }));
  await expect.poll(both).toEqual([{ names: ['labs', 'searchLabs'], outcome: 'OK' }]);
});
