import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLabroomClient } from '@labroom/client/client.ts';
import { type RegisteredLab, registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMachine, type Machine } from '../cli.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

/** Writes down each part that was sent. While there is a file `hold`, it sends no third one, and says so. */
const watch = `
  import { appendFileSync, existsSync } from 'node:fs';
  import { createHash } from 'node:crypto';
  const { fetch } = globalThis;
  let begun = 0;
  globalThis.fetch = async (url, request) => {
    if (request?.method !== 'PUT') return fetch(url, request);
    begun += 1;
    if (begun > 2 && existsSync(process.env.HOME + '/hold')) {
      process.stderr.write('HELD\\n');
      return new Promise(() => setTimeout(() => {}, 2 ** 30));
    }
    const body = Buffer.from(await new Response(request.body).arrayBuffer());
    const answer = await fetch(url, { ...request, body });
    const { pathname, searchParams } = new URL(url);
    const line = pathname + '/' + searchParams.get('part') + ' ' + createHash('sha256').update(body).digest('hex');
    appendFileSync(process.env.HOME + '/sent', line + '\\n');
    return answer;
  };`;

/** Five parts. */
const content = randomBytes(40_000_000);
const name = 'reads.bin';

async function watchedMachine(): Promise<Machine> {
  const preload = `--import=data:text/javascript,${encodeURIComponent(watch)}`;
  const machine = await createMachine({ env: { NODE_OPTIONS: preload } });
  await fund(machine.account.address);
  await machine.login(service.url);
  await machine.write(name, content);
  return machine;
}

/** Ties the folder to a new lab. */
async function newLab(machine: Machine) {
  const lab = await registeredLab(service, machine.account);
  await tie(machine, lab);
  return lab;
}

async function tie(machine: Machine, { shortname }: RegisteredLab): Promise<void> {
  await rm(join(machine.folder, '.labroom'), { recursive: true, force: true });
  expect(await machine.json('init', shortname)).toMatchObject({ code: 0 });
}

/** What another program reads in the lab. */
async function stored({ account }: Machine, { oclId }: RegisteredLab): Promise<Buffer> {
  const graphqlUrl = `${service.url}/graphql`;
  const { credential } = service;
  const owner = await createLabroomClient({ graphqlUrl, chainId: 31337, credential }).signIn(account);
  const { body } = await owner.download({ oclId, path: name });
  return Buffer.from(await body.arrayBuffer());
}

/** The parts that arrived in the storage: of which upload, and the hash of their bytes. */
async function sent({ home }: Machine): Promise<{ part: string; hash: string }[]> {
  const lines = (await readFile(join(home, 'sent'), 'utf8').catch(() => '')).trim().split('\n');
  return lines.filter(Boolean).map((line) => {
    const [part = '', hash = ''] = line.split(' ');
    return { part, hash };
  });
}

/** Runs `up`, and kills it when two parts have arrived. Returns what was sent before. */
async function killUp(machine: Machine) {
  const before = (await sent(machine)).length;
  await writeFile(join(machine.home, 'hold'), '');
  const child = machine.start('up', '--yes');
  const ended = once(child, 'exit');
  let stderr = '';
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  child.stdout?.resume();
  await expect
    .poll(async () => child.exitCode ?? (stderr.includes('HELD') && (await sent(machine)).length - before))
    .toBe(2);
  child.kill('SIGKILL');
  await ended;
  expect(child.signalCode).toBe('SIGKILL');
  await rm(join(machine.home, 'hold'));
  return sent(machine);
}

/** Under one key no part ever had two contents. */
async function expectOneContentPerPart(machine: Machine) {
  const hashes = new Map<string, string>();
  for (const { part, hash } of await sent(machine)) {
    expect(hashes.get(part) ?? hash).toBe(hash);
    hashes.set(part, hash);
  }
}

const databaseOf = ({ home }: Machine) => {
  const folder = join(home, '.config', 'labroom', 'uploads');
  return readdir(folder).then((names) => join(folder, names.find((one) => one.endsWith('.db')) ?? ''));
};

test('a killed upload goes on in the next run with what is missing, and leaves no key behind', async () => {
  await using machine = await watchedMachine();
  const lab = await newLab(machine);
  const before = await killUp(machine);
  const database = await databaseOf(machine);
  expect((await stat(database)).mode & 0o777).toBe(0o600);
  const [, key = ''] = /"key":"([^"]{44})"/.exec(await readFile(database, 'latin1')) ?? [];
  expect(key).not.toBe('');

  expect(await machine.json('up', '--yes')).toMatchObject({ code: 0, uploaded: [name] });
  expect(await sent(machine)).toHaveLength(5);
  expect(new Set((await sent(machine)).map(({ part }) => part)).size).toBe(5);
  expect(before).toHaveLength(2);
  expect((await stored(machine, lab)).equals(content)).toBe(true);
  expect(await readFile(database, 'latin1')).not.toContain(key);
});

test('a file that was changed meanwhile begins anew, with another key', async () => {
  await using machine = await watchedMachine();
  const lab = await newLab(machine);
  await killUp(machine);
  const changed = Buffer.from(content);
  // In a part that has arrived. The ends of the file are the same.
  changed[9_000_000] = (changed[9_000_000] ?? 0) ^ 1;
  await machine.write(name, changed);
  expect(await machine.json('up', '--yes')).toMatchObject({ code: 0, uploaded: [name] });
  expect(await sent(machine)).toHaveLength(7);
  expect((await stored(machine, lab)).equals(changed)).toBe(true);
  await expectOneContentPerPart(machine);
});

test('the same file for another lab begins anew, and the first one goes on afterwards', async () => {
  await using machine = await watchedMachine();
  const lab = await newLab(machine);
  await killUp(machine);
  const other = await newLab(machine);
  expect(await machine.json('up', '--yes')).toMatchObject({ code: 0 });
  expect(await sent(machine)).toHaveLength(7);
  await tie(machine, lab);
  expect(await machine.json('up', '--yes')).toMatchObject({ code: 0 });
  expect(await sent(machine)).toHaveLength(10);
  for (const one of [lab, other]) expect((await stored(machine, one)).equals(content)).toBe(true);
  await expectOneContentPerPart(machine);
});

test('goes on with no file that others can read, and logout removes the keys', async () => {
  await using machine = await watchedMachine();
  await newLab(machine);
  await killUp(machine);
  const database = await databaseOf(machine);
  await chmod(database, 0o644);
  const refused = await machine.run('up', '--yes');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining(`Other users can read ${database}`),
  ]);
  expect(await sent(machine)).toHaveLength(2);
  expect(await machine.json('logout')).toMatchObject({ code: 0 });
  await expect(stat(database)).rejects.toMatchObject({ code: 'ENOENT' });
});
