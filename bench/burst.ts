import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { privateKeyToAccount } from 'viem/accounts';
import { localAccount } from '../contracts/local-accounts.ts';
import { mutate, type Outcomes, uploadPatiently } from '../service/testing/patient-client.ts';
import { signIn } from '../service/testing/test-client.ts';
import type { Author } from '../service/testing/test-upload.ts';
import { openHouse, registerLab } from './house/house.ts';
import { type ServiceProcess, startService } from './house/service-process.ts';

/**
 * `node bench/burst.ts`: one lab's burst over two processes of the service: `--uploads` files of `--bytes` at once, then
 * `--bursts` times `--writes` announcements at once, by a client that honours `Retry-After`, while another tenant reads and
 * writes. Ends with 1 where an upload is lost, an answer is `INTERNAL_ERROR`, or the other tenant is refused.
 */
const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '1000' },
    bytes: { type: 'string', default: '1000000' },
    writes: { type: 'string', default: '100' },
    bursts: { type: 'string', default: '5' },
    /** Where the figures are kept, below `bench/results`; nowhere without it. */
    keep: { type: 'string' },
  },
});

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-burst-'));
const house = await openHouse(dataDir, null);
const second = await startService(house);
const services: ServiceProcess[] = [house, second];
try {
  const tenant = await registerTenant();
  const undisturbed = await besides(tenant, () => pause(5_000));
  const uploaded = await besides(tenant, uploadAll);
  const written = await besides(tenant, writeAll);
  const results = {
    takenAt: new Date().toISOString(),
    machine: { cores: cpus().length, load: Number((loadavg()[0] ?? 0).toFixed(1)), node: process.version },
    undisturbed: undisturbed.tenant,
    uploads: { ...uploaded.value, tenant: uploaded.tenant },
    writes: { ...written.value, tenant: written.tenant },
  };
  console.log(JSON.stringify(results, null, 1));
  const said = JSON.stringify([uploaded.value.outcomes, written.value.outcomes]);
  const isLost = uploaded.value.done < Number(options.uploads);
  const isRefused = [uploaded, written].some((row) => row.tenant.failures.length > 0);
  if (isLost || isRefused || said.includes('INTERNAL_ERROR')) process.exitCode = 1;
  if (options.keep) {
    const folder = join(import.meta.dirname, 'results');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${options.keep}.json`), `${JSON.stringify(results, null, 1)}\n`);
  }
} finally {
  await second.stop();
  await house.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function registerTenant(): Promise<Author> {
  const account = privateKeyToAccount(localAccount('contributor').privateKey);
  const { token } = await signIn(house, account, 'tenant');
  const oclId = await registerLab(house, house.rpcUrl, account, token);
  return { oclId, wallet: account.address, token };
}

/** What another tenant sees while something goes on. */
async function besides<T>(lab: Author, work: () => Promise<T>) {
  const file = new URL('./burst/tenant.worker.ts', import.meta.url);
  const urls = services.map(({ url }) => url);
  const worker = new Worker(file, { workerData: { urls, credential: house.credential, lab } });
  await pause(500);
  const value = await work();
  worker.postMessage('stop');
  const [samples] = (await once(worker, 'message')) as [
    { reads: number[]; writes: number[]; failures: string[] },
  ];
  await worker.terminate();
  const { reads, writes, failures } = samples;
  return { value, tenant: { reads: percentiles(reads), writes: percentiles(writes), failures } };
}

function percentiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) * 10) / 10;
  return { count: times.length, p50: at(0.5), p99: at(0.99), most: at(1) };
}

/** The house as one of the two processes answers for it. */
function at(number: number) {
  const { url } = services[number % services.length] ?? house;
  return { url, credential: house.credential };
}

async function uploadAll() {
  const outcomes: Outcomes = new Map();
  const body = Buffer.alloc(Number(options.bytes), 'a');
  const begun = performance.now();
  const done = await Promise.all(
    Array.from({ length: Number(options.uploads) }, (_, number) =>
      uploadPatiently(at(number), house.lab, { path: `${number}.txt`, body }, outcomes),
    ),
  );
  return {
    done: done.filter(Boolean).length,
    seconds: Math.round((performance.now() - begun) / 100) / 10,
    outcomes: Object.fromEntries(outcomes),
  };
}

async function writeAll() {
  const outcomes: Outcomes = new Map();
  const announce = `mutation { createAnnouncement(oclId: "${house.lab.oclId}", headline: "H", body: "B") { error { code } } }`;
  const begun = performance.now();
  for (let burst = 0; burst < Number(options.bursts); burst += 1) {
    await Promise.all(
      Array.from({ length: Number(options.writes) }, (_, number) =>
        mutate(at(number), house.lab, announce, outcomes, 'announce'),
      ),
    );
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { seconds, outcomes: Object.fromEntries(outcomes) };
}
