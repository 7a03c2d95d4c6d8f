import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireStack } from '#testing/require-stack.ts';
import { callsOf, fillUp } from '#testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '#testing/test-payment.ts';
import { type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { createMachine, fundedMachine, type Machine, password } from './cli.fixture.ts';
import { Agent } from './mcp.fixture.ts';

let service: TestService;
let lab: RegisteredLab;
let funded: Machine;
let machine: Machine;
beforeAll(async () => {
  service = await startTestService({ variables: { X402_BATCH_SETTLEMENT: 'on' } });
  funded = await fundedMachine();
  lab = await registeredLab(service, funded.account);
  await fillUp(funded.account, 10n * PRICE);
  const env = { KEYSTORE_PASSWORD: password, LABROOM_RPC_URL: requireStack('rpcUrl') };
  machine = await createMachine({ privateKey: funded.privateKey, env });
  await machine.login(service.url);
  expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
}, 120_000);
afterAll(async () => {
  for (const one of [machine, funded]) await one[Symbol.asyncDispose]();
  await service.stop();
});

const news = () => ({ oclId: lab.oclId, headline: 'A run', body: 'It is there.' });
const unspent = () => stablecoinsOf(funded.account.address);

async function agentWith(...options: string[]): Promise<Agent> {
  const agent = new Agent(machine, ...options);
  await agent.initialize();
  return agent;
}

test('an agent pays from a channel over runs, within its budget, and its user takes out the rest', async () => {
  const options = ['--pay-up-to', '0.06', '--pay-by-channel', '0.05'];
  for (const spent of ['0.01', '0.02']) {
    const agent = await agentWith(...options);
    expect((await agent.call('create_announcement', news())).structuredContent).toMatchObject({
      budget: { spent, limit: '0.06' },
    });
    expect(await agent.end()).toBe(0);
  }
  expect(await unspent()).toBe(5n * PRICE);
  const calls = await callsOf(service, funded.account);
  expect(calls.map(({ method }) => method)).toEqual(['channel', 'channel']);

  expect(await machine.json('withdraw')).toMatchObject({ code: 2 });
  const announced = await machine.json('withdraw', '--yes');
  expect(announced).toMatchObject({ code: 0, channels: [{ amount: `${3n * PRICE}`, state: 'announced' }] });
  const { stdout } = await machine.run('withdraw', '--yes');
  expect(stdout).toContain('0.03 USDC can be taken out from ');
});

test.each([
  ['a deposit without a limit', ['--pay-by-channel', '0.05']],
  ['a deposit that is no amount', ['--pay-up-to', '1', '--pay-by-channel', 'all']],
])('%s: the program does not start', async (_, options) => {
  expect(await machine.run('mcp', ...options)).toMatchObject({ code: 2, stdout: '' });
});
