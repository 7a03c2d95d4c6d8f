import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { localAccount } from '@labroom/contracts/local-accounts';
import { localChain, registerLab } from '@labroom/testing/actors.ts';
import { startFoundations } from '@labroom/testing/foundations.ts';
import { announce, finish, initiate, sent } from '@labroom/testing/test-upload.ts';
import { privateKeyToAccount } from 'viem/accounts';
import { median } from './rows/run-case.ts';
import { startService } from './stack/service-process.ts';

/**
 * `node bench/round-trips.ts [--ms 5] [--times 30]`: how long writes of one lab take, one after the other, with a database that is near, and
 * with one that is so many milliseconds away, there and back each. Of each round trip the second takes twice the milliseconds more.
 */
const { values: options } = parseArgs({
  options: { ms: { type: 'string', default: '5' }, times: { type: 'string', default: '30' } },
});
const [ms, times] = [Number(options.ms), Number(options.times)];
const dataDir = await mkdtemp(join(tmpdir(), 'labroom-round-trips-'));
const foundations = await startFoundations(dataDir);
const owner = privateKeyToAccount(localAccount('owner').privateKey);
try {
  const near = await mediansAt(foundations.databaseUrl);
  const far = await mediansAt(await farAway(foundations.databaseUrl));
  console.log(`| medians of ${times}, ms | near | ${ms} ms away | difference |\n|---|---|---|---|`);
  for (const [name, here] of near) {
    const there = far.get(name) ?? 0;
    console.log(`| ${name} | ${here.toFixed(1)} | ${there.toFixed(1)} | ${(there - here).toFixed(1)} |`);
  }
} finally {
  await foundations.stop();
  await rm(dataDir, { recursive: true });
}
process.exit();

/** Median milliseconds of each operation: a few calls wait for others on a busy machine. */
async function mediansAt(databaseUrl: string): Promise<Map<string, number>> {
  const service = await startService({ databaseUrl, rpcUrl: foundations.rpcUrl, dataDir });
  const lab = await registerLab(service, localChain(foundations.rpcUrl, owner));
  const taken = new Map<string, number[]>();
  // The first rounds warm up.
  for (let round = -5; round < times; round += 1) {
    const time = async (name: string, run: () => Promise<{ error: unknown }>) => {
      const from = performance.now();
      const { error } = await run();
      if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
      if (round >= 0) taken.set(name, [...(taken.get(name) ?? []), performance.now() - from]);
    };
    await time('initiateCreateOrUpdateFile', () => initiate(service, lab, 5));
    const path = `${round}.txt`;
    const [added, advanced] = [await sent(service, lab, 'bytes'), await sent(service, lab, 'other')];
    let ref = '';
    await time('finishCreateOrUpdateFile, a new file', async () => {
      const file = await finish(service, lab, added, { path });
      ref = file.datasetId;
      return file;
    });
    await time('finishCreateOrUpdateFile, a new version', () => finish(service, lab, advanced, { ref }));
    await time('createAnnouncement', () => announce(service, lab, { attachments: [ref] }));
  }
  await service.stop();
  return new Map([...taken].map(([name, all]) => [name, median(all)]));
}

/** The address of a proxy that delays what passes, in both directions. */
async function farAway(target: string): Promise<string> {
  const url = new URL(target);
  const [port, host] = [Number(url.port), url.hostname];
  const delay = (from: Socket, to: Socket) => {
    from.setNoDelay(true);
    // Timers of one length fire in their order.
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), ms));
    from.on('end', () => setTimeout(() => to.end(), ms));
    from.on('error', () => to.destroy());
  };
  const server = createServer((socket) => {
    const far = connect(port, host);
    delay(socket, far);
    delay(far, socket);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return url.href;
}
