import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMachine, fundedMachine, type Machine } from './cli.fixture.ts';
import { commandTable } from './commands.ts';
import { Agent } from './mcp.fixture.ts';

const secret = 'Compound 17 binds at 3 nM.';

let service: TestService;
let lab: RegisteredLab;
let owner: Machine;
let other: Machine;
let agent: Agent;
beforeAll(async () => {
  service = await startTestService();
  owner = await fundedMachine();
  lab = await registeredLab(service, owner.account);
  other = await createMachine({ privateKey: owner.privateKey });
  for (const machine of [owner, other]) {
    await machine.login(service.url);
    expect(await machine.json('init', lab.shortname)).toMatchObject({ code: 0 });
  }
  agent = new Agent(owner);
  await agent.initialize();
}, 120_000);
afterAll(async () => {
  await agent.end();
  await other[Symbol.asyncDispose]();
  await owner[Symbol.asyncDispose]();
  await service.stop();
});

const remote = ['orient', 'search', 'open_lab', 'read_file', 'explain_access', 'foresee', 'put_file'];

test('the tools are the commands that the table names, with what they may do', async () => {
  const { tools } = await agent.ask<{ tools: { name: string; annotations: Record<string, boolean> }[] }>(
    'tools/list',
  );
  const named = Object.entries(commandTable).flatMap(([name, { tool }]) => (tool ? [[name, tool]] : []));
  const local = tools.slice(0, named.length);
  expect(
    local.map(({ name, annotations: { readOnlyHint, destructiveHint } }) => [
      name,
      readOnlyHint ? 'reads' : destructiveHint ? 'irreversible' : 'writes',
    ]),
  ).toEqual(named);
  const others = tools.slice(named.length);
  expect(others.map(({ name }) => name)).toEqual(expect.arrayContaining(remote));
  expect(others.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  for (const withheld of ['create_lab', 'decrypt_data_key', 'login', 'logout', 'grant', 'revoke', 'mcp'])
    expect(tools.map(({ name }) => name)).not.toContain(withheld);
});

test('a file goes encrypted into the lab and comes out at another agent, and no answer has its content', async () => {
  await owner.write('notes/binding.md', secret);
  const up = await agent.call('up', { args: ['notes'] });
  expect(up).toMatchObject({ structuredContent: { exit: 'done', uploaded: ['notes/binding.md'] } });
  const who = await agent.call('who', { args: ['notes/binding.md'] });
  expect(who.structuredContent).toMatchObject({ accessLevel: 'ADMIN', version: 1 });

  const reader = new Agent(other);
  await reader.initialize();
  const down = await reader.call('down');
  expect(down.structuredContent).toMatchObject({ exit: 'done', downloaded: ['notes/binding.md'] });
  expect(await reader.end()).toBe(0);
  expect(await other.read('notes/binding.md')).toBe(secret);
  for (const heard of [agent.heard, reader.heard]) expect(heard).not.toContain(secret);
});

test('what is encrypted in the lab does not become public by another name', async () => {
  await owner.write('open/copy.md', secret);
  await owner.write('open/method.md', 'Stir for an hour.');
  const { structuredContent } = await agent.call('up', { args: ['open'], access: 'public' });
  expect(structuredContent).toMatchObject({
    uploaded: ['open/method.md'],
    skipped: [{ path: 'open/copy.md', reason: expect.stringContaining('notes/binding.md') }],
  });
  const { structuredContent: listed } = await agent.call('ls', { args: ['open'] });
  expect(listed.files).toMatchObject([{ path: 'open/method.md', accessLevel: 'PUBLIC' }]);
});

test('what everyone may ask is answered by the service', async () => {
  const { structuredContent: orientation } = await agent.call('orient');
  expect(orientation).toMatchObject({ environment: 'local', mcp: { url: `${service.url}/mcp` } });
  const at = { oclId: lab.oclId, path: 'notes/binding.md' };
  const opens = await agent.call('explain_access', { ...at, wallet: owner.account.address });
  expect(opens.structuredContent).toMatchObject({ decryptDataKey: { runs: true } });
  const outsider = { ...at, wallet: `0x${'1a'.repeat(20)}` };
  const refused = await agent.call('explain_access', outsider);
  expect(refused.structuredContent).toMatchObject({ decryptDataKey: { runs: false } });
  // The session of this machine opens the file. It is not sent along.
  expect(await agent.call('read_file', at)).toMatchObject({ isError: true });
  expect(agent.heard).not.toContain(secret);
});

test('calls at once run one after the other', async () => {
  await owner.write('data/a.csv', 'a,b\n');
  const [first, second] = await Promise.all([1, 2].map(() => agent.call('up', { args: ['data'] })));
  expect(first?.structuredContent).toMatchObject({ exit: 'done', uploaded: ['data/a.csv'] });
  expect(second?.structuredContent).toMatchObject({ exit: 'done', uploaded: [] });
});

describe('is refused', () => {
  test.each([
    ['a path above the folder', 'up', { args: ['../key.json'] }],
    ['a path of the machine', 'verify', { args: ['/etc/passwd'] }],
    ['another service', 'ls', { service: 'http://127.0.0.1:9' }],
    ['an unknown access', 'up', { access: 'everyone' }],
  ])('%s', async (_, name, options) => {
    expect(await agent.call(name, options)).toMatchObject({ isError: true });
  });

  test('a machine without a session', async () => {
    await using machine = await createMachine();
    expect(await machine.run('mcp')).toMatchObject({ code: 3, stdout: '' });
  });
});
