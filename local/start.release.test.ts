import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DataRoomFilesPageDocument } from '@labroom/client/documents';
import { exampleLabs } from '@labroom/example-labs/example-labs.ts';
import { freePort } from '@labroom/testing/free-port.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startLocalChain } from './chain/start-local-chain.ts';
import { clientOf } from './data-dir/client-of.ts';
import type { LocalJson } from './data-dir/local-json.ts';
import { descendantsOf, listenersOf } from './start/listeners.fixture.ts';
import { deployOtherVersion } from './start/other-version.fixture.ts';

type Run = { child: ChildProcess; output: () => string };

describe('the start of everything but the web app', { timeout: 240_000 }, () => {
  let dataDir: string;
  let env: Record<string, string>;
  const runs: Run[] = [];

  function start(): Run {
    const child = spawn(process.execPath, ['local/start.ts', '--without-web'], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => chunks.push(text));
    }
    const run = { child, output: () => chunks.join('') };
    runs.push(run);
    return run;
  }
  async function untilReady({ child, output }: Run): Promise<LocalJson> {
    while (!output().includes('Labroom is ready')) {
      if (child.exitCode !== null) throw new Error(output());
      await Promise.race([once(child.stdout ?? child, 'data'), once(child, 'exit')]);
    }
    return JSON.parse(await readFile(path.join(dataDir, 'local.json'), 'utf8'));
  }
  async function end(run: Run, signal: NodeJS.Signals): Promise<number | null> {
    const gone = once(run.child, 'close');
    run.child.kill(signal);
    const [code] = await gone;
    return code;
  }
  /** All processes of a start. PostgreSQL is not a child process. */
  async function processesOf({ child }: Run): Promise<Set<number>> {
    const noted: { pid: number }[] = JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'));
    const postmaster = await readFile(path.join(dataDir, 'postgres/data/postmaster.pid'), 'utf8');
    return descendantsOf([child.pid ?? 0, Number(postmaster.split('\n')[0]), ...noted.map(({ pid }) => pid)]);
  }
  async function rpc({ rpcUrl }: LocalJson, method: string, params: unknown[]) {
    const response = await fetch(rpcUrl, { method: 'POST', body: JSON.stringify({ id: 1, method, params }) });
    return (await response.json()).result;
  }
  async function labs({ graphqlUrl, consumerCredential }: LocalJson) {
    const headers = { 'content-type': 'application/json', authorization: consumerCredential };
    const body = JSON.stringify({ query: '{ labs { nodes { oclId name mintedAt } } }' });
    const { data } = await (await fetch(graphqlUrl, { method: 'POST', headers, body })).json();
    return data.labs.nodes as { oclId: string; name: string; mintedAt: string }[];
  }
  /** Path, newest version and access level of the files of a lab. */
  async function filesOf(local: LocalJson, oclId: string) {
    const page = await clientOf(local).call(DataRoomFilesPageDocument, { oclId, perPage: 100 });
    const { nodes } = page.labWithDataRoomAndFiles?.dataRoom?.filesPage ?? { nodes: [] };
    return nodes.map(({ path, version, accessLevel }) => `${path} ${version} ${accessLevel}`).sort();
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'labroom-start-test-'));
    const [service, chain, postgres] = [await freePort(), await freePort(), await freePort()];
    env = { DATA_DIR: dataDir, SERVICE_PORT: `${service}`, RPC_PORT: `${chain}`, PG_PORT: `${postgres}` };
  });
  afterEach(async () => {
    for (const run of runs.splice(0))
      if (run.child.exitCode === null && run.child.signalCode === null) await end(run, 'SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  });

  test('leaves a directory of a version with other contracts as it is, and says how to begin anew', async () => {
    const chain = await startLocalChain({ dataDir, port: Number(env.RPC_PORT), secondsBehind: 3600 });
    const labNft = await deployOtherVersion(chain.rpcUrl);
    await chain.stop();
    const files = await readdir(path.join(dataDir, 'chain'));
    const contents = () =>
      Promise.all(files.map((name) => readFile(path.join(dataDir, 'chain', name), 'utf8')));
    const before = await contents();
    const run = start();
    const [code] = await once(run.child, 'close');
    expect([code, run.output()]).toEqual([
      1,
      expect.stringMatching(
        `\n${dataDir} was made by another version of Labroom: its chain has other contracts \\(such as ${labNft}\\).* DATA_DIR=<directory> npm start, or delete this one first: rm -r ${dataDir}`,
      ),
    ]);
    expect(await contents()).toEqual(before);
  });

  test('keeps all data after kill -9, and ends the processes that were left running', async () => {
    const first = start();
    const local = await untilReady(first);
    const block = await rpc(local, 'eth_getBlockByNumber', ['latest', false]);
    const made = await labs(local);
    expect(made.map(({ name }) => name).sort()).toEqual(exampleLabs.map(({ name }) => name).sort());
    for (const { oclId, name } of made) {
      const { files = [] } = exampleLabs.find((lab) => lab.name === name) ?? {};
      const described = files.map(({ path, access = 'PUBLIC', earlier = [] }) => {
        return `${path} ${earlier.length + 1} ${access === 'TEAM' ? 'ADMIN' : access}`;
      });
      expect(await filesOf(local, oclId)).toEqual(described.sort());
    }
    const daysAgo = made.map(({ mintedAt }) => (Date.now() - Date.parse(mintedAt)) / 86_400_000);
    expect(Math.max(...daysAgo)).toBeGreaterThan(20);
    expect(Math.max(...daysAgo)).toBeLessThan(31);
    expect(new Set(daysAgo.map(Math.floor)).size).toBe(made.length);
    const listeners = await listenersOf(await processesOf(first));
    expect(new Set(listeners.map(({ port }) => `${port}`))).toEqual(
      new Set([env.SERVICE_PORT, env.RPC_PORT, env.PG_PORT]),
    );
    expect(listeners.filter(({ isLoopback }) => !isLoopback)).toEqual([]);
    expect((await stat(path.join(dataDir, 'local.json'))).mode & 0o777).toBe(0o600);
    await end(first, 'SIGKILL');

    const second = start();
    const again = await untilReady(second);
    expect(again).toEqual(local);
    expect(second.output()).toContain('Ended what an interrupted run had left: ');
    expect(await labs(again)).toEqual(made);
    expect(await rpc(again, 'eth_getBlockByNumber', [block.number, false])).toEqual(block);

    const third = start();
    await once(third.child, 'exit');
    expect(third.child.exitCode).toBe(1);
    expect(third.output().trim()).toBe(
      `Labroom already runs on ${dataDir}; stop it first, or set DATA_DIR to another directory.`,
    );

    expect(await end(second, 'SIGTERM')).toBe(0);
    expect(await readdir(dataDir)).not.toContain('run.json');
    await expect(fetch(again.serviceUrl)).rejects.toThrow();
    await expect(fetch(again.rpcUrl)).rejects.toThrow();
  });

  test('ends completely if the chain ends, with one sentence and the log', async () => {
    const run = start();
    await untilReady(run);
    const noted = JSON.parse(await readFile(path.join(dataDir, 'run.json'), 'utf8'));
    const chain = noted.find(({ name }: { name: string }) => name === 'chain');
    const gone = once(run.child, 'close');
    process.kill(chain.pid, 'SIGKILL');
    expect(await gone).toEqual([1, null]);
    expect(run.output()).toMatch(/The chain died, so everything stops\. .*chain\.log ends with:/);
  });
});
