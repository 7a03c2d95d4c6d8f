import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { keepAttacking, prepareAttacks } from './attacked/attacks.ts';
import { aboutRun, keepResults } from './keep-results.ts';
import { openStack } from './stack/stack.ts';
import { registerTenant, yieldToService } from './tenant/tenant.ts';

/**
 * `node bench/attacked.ts`: measures the reads and writes of a tenant while another client makes the service call
 * contracts that never end, with each attack alone and with all together. Exits with 1 if the tenant is rejected, a
 * response is a 5xx, or the tenant's writes take more than three times as long as undisturbed (p99).
 */
const { values: options } = parseArgs({
  options: {
    /** Duration of each attack in seconds. */
    seconds: { type: 'string', default: '20' },
    /** Name of the file in `bench/results` for the figures. */
    keep: { type: 'string' },
  },
});

const attackMs = Number(options.seconds) * 1_000;
const dataDir = await mkdtemp(join(tmpdir(), 'labroom-attacked-'));
const stack = await openStack(dataDir, null);
try {
  const attacks = await prepareAttacks(stack);
  const tenant = await registerTenant(stack, [stack.url]);
  yieldToService();
  const undisturbed = (await tenant.beside(() => pause(attackMs))).tenant;
  const everything = { name: 'all together', attempts: attacks.flatMap(({ attempts }) => attempts) };
  const rows = [];
  for (const { name, attempts } of [...attacks, everything]) {
    const row = await tenant.beside(async () => {
      const end = performance.now() + attackMs;
      return keepAttacking(attempts, () => performance.now() > end);
    });
    const writeRatio = Math.round((row.tenant.writes.p99 / undisturbed.writes.p99) * 100) / 100;
    rows.push({ attack: name, writeRatio, answers: row.value, tenant: row.tenant });
  }
  const results = {
    ...aboutRun(),
    undisturbed,
    attacks: rows,
  };
  await tenant.stop();
  console.log(JSON.stringify(results, null, 1));
  const has5xx = rows.some(({ answers }) => Object.keys(answers).some((answer) => answer.startsWith('5')));
  if (has5xx || rows.some(({ writeRatio, tenant }) => writeRatio > 3 || tenant.failures.length > 0))
    process.exitCode = 1;
  if (options.keep) await keepResults(options.keep, results);
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}
