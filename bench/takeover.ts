import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { startFoundations } from '@labroom/testing/foundations.ts';
import { watchedLog } from '@labroom/testing/log-watch.ts';
import { aboutRun, keepResults } from './keep-results.ts';

/**
 * `node bench/takeover.ts`: kills the indexing one of two workers with -9 at a random moment, and measures the time until the
 * other one indexes, and until it has read a block that was mined at that moment. Twenty rounds, each with a new second
 * worker.
 */
const rounds = 20;

interface Worker {
  child: ChildProcess;
  until(text: string, times?: number): Promise<void>;
}

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-takeover-'));
const { databaseUrl, rpcUrl, stop } = await startFoundations(dataDir);
let following = startWorker();
let waiting: Worker | undefined;
try {
  await following.until('blocks indexed');
  const samples: { followsMs: number; readMs: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    waiting = startWorker();
    await waiting.until('worker started');
    // At a random time between two attempts of the waiting worker.
    await pause(1_000 + Math.random() * 1_000);
    const died = once(following.child, 'exit');
    following.child.kill('SIGKILL');
    const killed = performance.now();
    await Promise.all([died, mineBlock()]);
    await waiting.until('"msg":"indexing"');
    const followsMs = Math.round(performance.now() - killed);
    await waiting.until('blocks indexed');
    samples.push({ followsMs, readMs: Math.round(performance.now() - killed) });
    following = waiting;
  }
  await report(samples);
} finally {
  following.child.kill('SIGKILL');
  waiting?.child.kill('SIGKILL');
  await stop();
  await rm(dataDir, { recursive: true });
}

function startWorker(): Worker {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../service/worker.ts')], {
    env: { DATABASE_URL: databaseUrl, RPC_URL: rpcUrl, DATA_DIR: dataDir, LOG_LEVEL: 'debug' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { until, write } = watchedLog();
  createInterface(child.stdout).on('line', write);
  return { child, until };
}

async function mineBlock(): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine', params: [] });
  await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

async function report(samples: { followsMs: number; readMs: number }[]): Promise<void> {
  for (const what of ['followsMs', 'readMs'] as const) {
    const sorted = samples.map((sample) => sample[what]).toSorted((a, b) => a - b);
    console.log(`${what}: median ${sorted[sorted.length >> 1]}, at most ${sorted.at(-1)}`);
  }
  await keepResults('takeover', { ...aboutRun(), samples });
}
