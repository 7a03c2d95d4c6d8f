import { CreateAnnouncementDocument, GenerateDataEncryptionKeyDocument } from '@labroom/client/documents';
import { createPayingClient, discoverGateway, PaymentBudget } from '@labroom/client/payment';
import { callsOf, fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';

let service: TestService;
let lab: RegisteredLab;
let owner: Machine;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  await owner.login(service.url);
}, 120_000);
afterAll(async () => {
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

test('a wallet that paid for nothing is told so, and a limit must be a number', async () => {
  expect(await owner.run('payments')).toMatchObject({
    code: 0,
    stdout: `${owner.account.address} has paid for no calls.\n`,
  });
  expect(await owner.run('payments', '--limit', '-1')).toMatchObject({ code: 2 });
  expect(await owner.run('payments', '--csv', '--json')).toMatchObject({ code: 2 });
  await using other = await createMachine();
  expect(await other.run('payments')).toMatchObject({ code: 3 });
});

test('what a wallet paid for is listed as a table, JSON and CSV, newest first', async () => {
  await fillUp(owner.account, 4n * PRICE);
  const budget = new PaymentBudget({ perCall: 2n * PRICE, perDay: 4n * PRICE });
  const agent = createPayingClient({
    ...(await discoverGateway(service.url)),
    wallet: owner.account,
    budget,
  });
  const news = { oclId: lab.oclId, headline: 'A run', body: 'It is there.' };
  await agent.call(CreateAnnouncementDocument, news);
  await agent.journey([
    { document: GenerateDataEncryptionKeyDocument },
    { document: CreateAnnouncementDocument },
  ]);
  const [first, second] = await callsOf(service, owner.account);

  const { stdout } = await owner.run('payments');
  const [journey, call, , sums] = stdout.trimEnd().split('\n');
  expect(journey).toMatch(
    /UTC {2}journey: generateDataEncryptionKey, createAnnouncement .*0\.02 USDC {2}settled/,
  );
  expect(call).toContain(`  ${lab.shortname}  0.01 USDC  settled  ${first?.transaction}`);
  expect(sums).toBe('Today 0.03 USDC, 30 days 0.03 USDC, ever 0.03 USDC.');

  expect(await owner.json('payments', '--limit', '1')).toMatchObject({
    code: 0,
    calls: [{ mutation: null, amount: `${2n * PRICE}`, transaction: second?.transaction }],
    spending: [{ all: { calls: 2, amount: `${3n * PRICE}` } }],
  });

  const csv = await owner.run('payments', '--csv');
  const lines = csv.stdout.split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^time,call,lab,/);
  expect(lines[1]).toMatch(
    /^\d{4}-[^,]+,"journey: generateDataEncryptionKey, createAnnouncement",,,SETTLED,0\.02,USDC,eip155:31337,0x/,
  );
  expect(lines[2]).toContain(`,createAnnouncement,${lab.oclId},`);
});
