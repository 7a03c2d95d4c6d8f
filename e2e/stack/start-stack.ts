import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@labroom/testing/free-port.ts';
import { browserRegistry } from '@labroom/testing/test-names.ts';

export interface Stack {
  dataDir: string;
  stop(): Promise<void>;
}

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Origin of another web app that the operator allows to call the API. Nothing listens there; tests that need its pages
 * fulfill the requests.
 */
export const pageOfOthers = 'http://tools.localhost:7000';

/**
 * Starts everything as `npm start` does, on free ports and with a new data directory, and waits until it reports that
 * it is ready.
 */
export async function startStack(variables: Record<string, string> = {}): Promise<Stack> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'labroom-e2e-'));
  const ports = { WEB_PORT: 0, SERVICE_PORT: 0, RPC_PORT: 0, PG_PORT: 0 };
  const own = { DATA_DIR: dataDir, NAME_REGISTRY: browserRegistry };
  const env = { ...process.env, ALLOWED_ORIGINS: pageOfOthers, ...variables, ...own };
  for (const name of Object.keys(ports)) Object.assign(env, { [name]: String(await freePort()) });
  // With an IPC channel the stack also ends if the tests are killed.
  const stdio = ['ignore', 'pipe', 'inherit', 'ipc'] as const;
  const child = spawn(process.execPath, ['local/start.ts'], { cwd: root, env, stdio: [...stdio] });
  await untilReady(child);
  return {
    dataDir,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGTERM');
        await ended;
      }
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(child: ChildProcess): Promise<void> {
  if (!child.stdout) throw new Error('The stack has no output');
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (!line.startsWith('Labroom is ready')) continue;
    console.log(line);
    child.stdout.resume();
    return;
  }
  throw new Error(`The stack did not start:\n${lines.join('\n')}`);
}
