import { requireStack } from '@labroom/testing/require-stack.ts';
import { callsOf, fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine, password } from './cli.fixture.ts';
import { Agent } from './mcp.fixture.ts';

let service: TestService;
const machines: Machine[] = [];
beforeAll(async () => {
  service = await startTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
}, 120_000);
afterAll(async () => {
  for (const machine of machines) await machine[Symbol.asyncDispose]();
  await service.stop();
});

/** A machine whose wallet owns a lab and has money for ten calls. */
async function openMachine() {
  const { privateKey, account } = keep(await fundedMachine());
  const lab = await registeredLab(service, account);
  await fillUp(account, 10n * PRICE);
  const env = { KEYSTORE_PASSWORD: password, LABROOM_RPC_URL: requireStack('rpcUrl') };
  const machine = keep(await createMachine({ privateKey, env }));
  await machine.login(service.url);
  expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
  return { machine, account, news: { oclId: lab.oclId, headline: 'A run', body: 'It is there.' } };
}

function keep(machine: Machine): Machine {
  machines.push(machine);
  return machine;
}

async function startAgent(machine: Machine, ...options: string[]): Promise<Agent> {
  const agent = new Agent(machine, ...options);
  await agent.initialize();
  return agent;
}

const methodsOf = async (payer: Machine['account']) =>
  (await callsOf(service, payer)).map(({ method }) => method);

test('an agent pays from a channel over runs, within its budget, and its user takes out the rest', async () => {
  const { machine, account, news } = await openMachine();
  for (const spent of ['0.01', '0.02']) {
    const agent = await startAgent(machine, '--pay-up-to', '0.06', '--pay-by-channel', '0.05');
    expect((await agent.call('create_announcement', news)).structuredContent).toMatchObject({
      budget: { spent, limit: '0.06' },
    });
    expect(await agent.end()).toBe(0);
  }
  expect(await stablecoinsOf(account.address)).toBe(5n * PRICE);
  expect(await methodsOf(account)).toEqual(['channel', 'channel']);

  expect(await machine.json('withdraw')).toMatchObject({ code: 2 });
  const announced = await machine.json('withdraw', '--yes');
  expect(announced).toMatchObject({ code: 0, channels: [{ amount: `${3n * PRICE}`, state: 'announced' }] });
  const { stdout } = await machine.run('withdraw', '--yes');
  expect(stdout).toContain('0.03 USDC can be taken out from ');
});

test('one process at a time pays from a channel, and another by transfers', async () => {
  const { machine, account, news } = await openMachine();
  const start = () => startAgent(machine, '--pay-up-to', '0.09', '--pay-by-channel', '0.05');
  const [first, second] = [await start(), await start()];
  for (const agent of [second, first])
    expect((await agent.call('create_announcement', news)).isError).toBeUndefined();
  for (const agent of [first, second]) expect(await agent.end()).toBe(0);
  const third = await start();
  expect((await third.call('create_announcement', news)).isError).toBeUndefined();
  expect(await third.end()).toBe(0);
  expect(await methodsOf(account)).toEqual(['eip3009', 'channel', 'channel']);
});

test.each([
  ['a deposit without a limit', ['--pay-by-channel', '0.05']],
  ['a deposit that is no amount', ['--pay-up-to', '1', '--pay-by-channel', 'all']],
])('%s: the program does not start', async (_, options) => {
  const { machine } = await openMachine();
  expect(await machine.run('mcp', ...options)).toMatchObject({ code: 2, stdout: '' });
});
