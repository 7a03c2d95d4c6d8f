import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callsOf, fillUp, UNKNOWN_LAB } from '@labroom/testing/test-gateway.ts';
import { PRICE, stablecoinsOf } from '@labroom/testing/test-payment.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine, password } from './cli.fixture.ts';
import { Agent } from './mcp.fixture.ts';

const secret = 'Compound 17 binds at 3 nM.';
const news = (oclId: string) => ({ oclId, headline: 'A run', body: 'It is there.' });

let service: TestService;
let lab: RegisteredLab;
let owner: Machine;
const machines: Machine[] = [];
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
}, 120_000);
afterAll(async () => {
  for (const machine of machines) await machine[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

/** Another machine of the owner, so a book of its own. */
async function newMachine(): Promise<Machine> {
  const env = { KEYSTORE_PASSWORD: password };
  const machine = await createMachine({ privateKey: owner.privateKey, env });
  machines.push(machine);
  await machine.login(service.url);
  expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
  return machine;
}

async function startAgent(machine: Machine, ...options: string[]): Promise<Agent> {
  const agent = new Agent(machine, ...options);
  await agent.initialize();
  return agent;
}

const unspent = () => stablecoinsOf(owner.account.address);
const refused = { isError: true, structuredContent: { code: 'OVER_TOTAL_BUDGET', payment: null } };

test('an agent stores a file, opens it and tells news until the budget ends; then it is refused without a charge', async () => {
  await fillUp(owner.account, 10n * PRICE);
  const machine = await newMachine();
  const budget = ['--pay-up-to', '0.06'];
  await machine.write('notes/binding.md', secret);
  const agent = await startAgent(machine, ...budget);
  const at = { oclId: lab.oclId, path: 'notes/binding.md' };

  const stored = await agent.call('paid_upload', at);
  expect(stored.structuredContent).toMatchObject({ version: 1, budget: { spent: '0.03', limit: '0.06' } });
  // Nothing is overwritten, and nothing is paid for that.
  expect(await agent.call('paid_download', at)).toMatchObject({ isError: true });
  const other = await newMachine();
  const reader = await startAgent(other, ...budget);
  const opened = await reader.call('paid_download', at);
  expect(opened.structuredContent).toMatchObject({ bytes: secret.length, budget: { spent: '0.01' } });
  expect(await other.read('notes/binding.md')).toBe(secret);

  for (const spent of ['0.04', '0.05', '0.06'])
    expect((await agent.call('create_announcement', news(lab.oclId))).structuredContent).toMatchObject({
      budget: { spent },
    });
  const before = await unspent();
  expect(await agent.call('create_announcement', news(lab.oclId))).toMatchObject(refused);
  // Another process, later.
  const later = await startAgent(machine, ...budget);
  const denied = await later.call('create_announcement', news(lab.oclId));
  expect(denied).toMatchObject(refused);
  expect(denied.content[0]?.text).toContain('Nothing was paid.\nSpent 0.06 of 0.06 USDC.');
  expect(await unspent()).toBe(before);
  expect((await callsOf(service, owner.account)).map(({ mutation }) => mutation)).toEqual([
    'journey',
    'decryptDataKey',
    ...Array(3).fill('createAnnouncement'),
  ]);
  for (const { heard } of [agent, reader, later]) expect(heard).not.toMatch(/plaintextDEK|3 nM/);
  for (const one of [agent, reader, later]) expect(await one.end()).toBe(0);
});

test('an upload that the budget does not cover as a whole begins with no payment', async () => {
  const machine = await newMachine();
  await machine.write('notes/second.md', secret);
  const agent = await startAgent(machine, '--pay-up-to', '0.02');
  expect(await agent.call('paid_upload', { oclId: lab.oclId, path: 'notes/second.md' })).toMatchObject({
    ...refused,
    structuredContent: { code: 'OVER_CALL_BUDGET' },
  });
  await agent.end();
});

test('two processes at once share one budget', async () => {
  await fillUp(owner.account, 10n * PRICE);
  const machine = await newMachine();
  const agents = [
    await startAgent(machine, '--pay-up-to', '0.03'),
    await startAgent(machine, '--pay-up-to', '0.03'),
  ];
  const before = await unspent();
  const answers = await Promise.all(
    agents.map(async (agent) => {
      const given = [];
      for (let call = 0; call < 3; call += 1)
        given.push(await agent.call('create_announcement', news(lab.oclId)));
      return given;
    }),
  );
  const failed = answers.flat().filter(({ isError }) => isError);
  expect(failed).toHaveLength(3);
  for (const answer of failed) expect(answer).toMatchObject(refused);
  expect(await unspent()).toBe(before - 3n * PRICE);
  for (const agent of agents) await agent.end();
});

test('a day has its own limit', async () => {
  await fillUp(owner.account, 10n * PRICE);
  const machine = await newMachine();
  const agent = await startAgent(machine, '--pay-up-to', '0.05', '--pay-per-day', '0.01');
  expect((await agent.call('create_announcement', news(lab.oclId))).isError).toBeUndefined();
  expect(await agent.call('create_announcement', news(lab.oclId))).toMatchObject({
    structuredContent: { code: 'OVER_DAY_BUDGET' },
  });
  await agent.end();
});

describe('nothing is paid', () => {
  let machine: Machine;
  let agent: Agent;
  beforeAll(async () => {
    await fillUp(owner.account, 10n * PRICE);
    machine = await newMachine();
    await writeFile(join(machine.home, 'outside.md'), secret);
    await symlink(machine.home, join(machine.folder, 'home'));
    await machine.write('taken.md', 'Mine.');
    agent = await startAgent(machine, '--pay-up-to', '0.10');
  });
  afterAll(() => agent.end());

  test.each<[string, string, () => object]>([
    ['for a call that would fail', 'create_announcement', () => news(UNKNOWN_LAB)],
    ['for a file outside of the folder', 'paid_upload', () => ({ oclId: lab.oclId, path: '../key.json' })],
    ['for a file behind a link', 'paid_upload', () => ({ oclId: lab.oclId, path: 'home/outside.md' })],
    ['for settings of the folder', 'paid_upload', () => ({ oclId: lab.oclId, path: '.labroom/config.json' })],
    ['for a file that is not there', 'paid_upload', () => ({ oclId: lab.oclId, path: 'none.md' })],
    ['for an upload to a lab of nobody', 'paid_upload', () => ({ oclId: UNKNOWN_LAB, path: 'taken.md' })],
    ['for a download over a file', 'paid_download', () => ({ oclId: lab.oclId, path: 'taken.md' })],
    ['for a download out of the folder', 'paid_download', () => ({ oclId: lab.oclId, path: '../key.json' })],
    ['for arguments that are none', 'create_lab', () => ({ oclId: '0x00' })],
  ])('%s', async (_, tool, input) => {
    const before = await unspent();
    const answer = await agent.call(tool, input()).catch(() => ({ isError: true }));
    expect(answer.isError).toBe(true);
    expect(await unspent()).toBe(before);
  });

  test('without the option, which is off by default', async () => {
    const plain = await startAgent(machine);
    const { tools } = await plain.ask<{ tools: { name: string }[] }>('tools/list');
    const paid = ['create_lab', 'create_announcement', 'paid_upload', 'paid_download'];
    expect(tools.filter(({ name }) => paid.includes(name))).toEqual([]);
    await plain.end();
  });

  test.each([
    ['an amount that is none', ['--pay-up-to', 'six']],
    ['a negative amount', ['--pay-up-to=-1']],
    ['more digits than the token has', ['--pay-up-to', '0.0000001']],
    ['a limit for a day alone', ['--pay-per-day', '0.01']],
    ['no password for the key', ['--pay-up-to', '1', '--password-file', '/none']],
  ])('with %s: it does not start', async (_, options) => {
    expect(await machine.run('mcp', ...options)).toMatchObject({ code: 2, stdout: '' });
  });
});
