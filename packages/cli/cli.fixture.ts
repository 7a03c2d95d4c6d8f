import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { compileCache } from '@labroom/testing/compile-cache.ts';
import { keystoreOf } from '@labroom/testing/keystore.ts';
import { fund } from '@labroom/testing/test-wallets.ts';
import type { PrivateKeyAccount } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';

const program = join(import.meta.dirname, 'main.ts');

interface Result {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** A user of the command at a machine of its own: a home, a folder, and an encrypted key file. */
export interface Machine extends AsyncDisposable {
  home: string;
  folder: string;
  privateKey: `0x${string}`;
  account: PrivateKeyAccount;
  /** Runs the command until it ends. */
  run(...args: string[]): Promise<Result>;
  /** Runs it with `--json`. Returns its document, whatever the exit code is. */
  json<Document = Record<string, unknown>>(...args: string[]): Promise<Document & { code: number | null }>;
  /** Starts it. */
  start(...args: string[]): ChildProcess;
  login(serviceUrl: string): Promise<void>;
  write(path: string, content: string | Uint8Array): Promise<void>;
  read(path: string): Promise<string>;
}

export const password = 'correct horse battery staple';

export async function createMachine(
  options: { privateKey?: `0x${string}`; command?: readonly string[]; env?: Record<string, string> } = {},
): Promise<Machine> {
  const { privateKey = generatePrivateKey(), command = [process.execPath, program] } = options;
  const home = await mkdtemp(join(tmpdir(), 'labroom-cli-'));
  const folder = join(home, 'folder');
  await mkdir(folder);
  await writeFile(join(home, 'key.json'), keystoreOf(privateKey, password));
  await writeFile(join(home, 'password'), `${password}\n`);
  const env = { HOME: home, ...compileCache, NODE_NO_WARNINGS: '1', ...options.env };
  const start = (...args: string[]) => {
    const [file = '', ...before] = command;
    return spawn(file, [...before, ...args], { cwd: folder, env, stdio: ['pipe', 'pipe', 'pipe'] });
  };
  const machine: Machine = {
    home,
    folder,
    privateKey,
    account: privateKeyToAccount(privateKey),
    start,
    async run(...args) {
      const child = start(...args);
      child.stdin?.end();
      const [stdout, stderr, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close') as Promise<[number | null]>,
      ]);
      return { code, stdout, stderr };
    },
    async json(...args) {
      const { code, stdout, stderr } = await machine.run(...args, '--json');
      try {
        return { ...JSON.parse(stdout), code };
      } catch {
        throw new Error(`labroom ${args.join(' ')} printed no JSON: ${stdout}\n${stderr}`);
      }
    },
    async login(serviceUrl) {
      const key = ['--keystore', join(home, 'key.json'), '--password-file', join(home, 'password')];
      const { code, stderr } = await machine.run('login', '--service', serviceUrl, ...key);
      if (code !== 0) throw new Error(stderr);
    },
    async write(path, content) {
      await mkdir(join(folder, path, '..'), { recursive: true });
      await writeFile(join(folder, path), content);
    },
    read: (path) => readFile(join(folder, path), 'utf8'),
    [Symbol.asyncDispose]: () => rm(home, { recursive: true, force: true }),
  };
  return machine;
}

/** A machine whose wallet has ether, for a lab of its own. */
export async function fundedMachine(): Promise<Machine> {
  const machine = await createMachine();
  await fund(machine.account.address);
  return machine;
}

/** Every file of a folder with its bytes in hex, without the command's own; in order. */
export async function treeOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith('.labroom/'))
    .sort();
  return Object.fromEntries(
    await Promise.all(
      files.map(async (path) => [path, (await readFile(join(folder, path))).toString('hex')]),
    ),
  );
}
