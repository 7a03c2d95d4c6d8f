import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { mutate, type Outcomes, uploadPatiently } from '@labroom/testing/patient-client.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { type ServiceProcess, startService } from './stack/service-process.ts';
import { openStack } from './stack/stack.ts';
import { registerTenant, yieldToService } from './tenant/tenant.ts';

/**
 * `node bench/burst.ts`: a burst of one lab over two processes of the service: `--uploads` concurrent files of `--bytes`,
 * then `--bursts` times `--writes` concurrent announcements, by a client that respects `Retry-After`, while another tenant
 * reads and writes. Exits with 1 if an upload is lost, a response is `INTERNAL_ERROR`, or the other tenant is rejected.
 */
const { values: options } = parseArgs({
  options: {
    uploads: { type: 'string', default: '1000' },
    bytes: { type: 'string', default: '1000000' },
    writes: { type: 'string', default: '100' },
    bursts: { type: 'string', default: '5' },
    /** Name of the file in `bench/results` for the figures; optional. */
    keep: { type: 'string' },
  },
});

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-burst-'));
const stack = await openStack(dataDir, null);
const second = await startService(stack);
const services: ServiceProcess[] = [stack, second];
try {
  const tenant = await registerTenant(
    stack,
    services.map(({ url }) => url),
  );
  yieldToService();
  const undisturbed = await tenant.beside(() => pause(5_000));
  const uploaded = await tenant.beside(uploadAll);
  const written = await tenant.beside(writeAll);
  const results = {
    ...aboutRun(),
    undisturbed: undisturbed.tenant,
    uploads: { ...uploaded.value, tenant: uploaded.tenant },
    writes: { ...written.value, tenant: written.tenant },
  };
  await tenant.stop();
  console.log(JSON.stringify(results, null, 1));
  const said = JSON.stringify([uploaded.value.outcomes, written.value.outcomes]);
  const isLost = uploaded.value.done < Number(options.uploads);
  const isRefused = [uploaded, written].some((row) => row.tenant.failures.length > 0);
  if (isLost || isRefused || said.includes('INTERNAL_ERROR')) process.exitCode = 1;
  if (options.keep) await keepResults(options.keep, results);
} finally {
  await second.stop();
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** The stack at the URL of one of the two processes. */
function at(number: number) {
  const { url } = services[number % services.length] ?? stack;
  return { url, credential: stack.credential };
}

async function uploadAll() {
  const outcomes: Outcomes = new Map();
  const body = Buffer.alloc(Number(options.bytes), 'a');
  const begun = performance.now();
  const done = await Promise.all(
    Array.from({ length: Number(options.uploads) }, (_, number) =>
      uploadPatiently(at(number), stack.lab, { path: `${number}.txt`, body }, outcomes),
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
  const announce = `mutation { createAnnouncement(oclId: "${stack.lab.oclId}", headline: "H", body: "B") { error { code } } }`;
  const begun = performance.now();
  for (let burst = 0; burst < Number(options.bursts); burst += 1) {
    await Promise.all(
      Array.from({ length: Number(options.writes) }, (_, number) =>
        mutate(at(number), stack.lab, announce, outcomes, 'announce'),
      ),
    );
  }
  const seconds = Math.round((performance.now() - begun) / 100) / 10;
  return { seconds, outcomes: Object.fromEntries(outcomes) };
}
