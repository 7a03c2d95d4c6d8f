import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFoundations } from '@labroom/testing/foundations.ts';
import type { PaymentPayload } from '@x402/core/types';
import { type Facilitating, startFacilitator } from './gateway/facilitator.ts';
import { type Paying, startPaying } from './gateway/paying.ts';
import { keepResults } from './keep-results.ts';
import { type ServiceProcess, startService } from './stack/service-process.ts';

/**
 * Compares a paid call, and one that a payment channel pays, with the same mutation by a service token, and its throughput
 * with that of the embedded facilitator alone. All are measured in alternation in one run, so that the ratios hold on a busy
 * machine: chain, database, service and caller share it.
 */

const rounds = 5;
const callsPerRound = 40;
const atOnce = [1, 8];

interface Sample {
  subject: 'service token' | 'paid call' | 'channel call' | 'facilitator alone';
  atOnce: number;
  round: number;
  callsPerSecond: number;
  /** Median of one call. */
  milliseconds: number;
  /** Of the service's process; for the facilitator, of this process. */
  cpuMilliseconds: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'labroom-bench-'));
const foundations = await startFoundations(dataDir);
let service: ServiceProcess | undefined;
try {
  const { rpcUrl } = foundations;
  service = await startService({ ...foundations, dataDir }, { X402_BATCH_SETTLEMENT: 'on' });
  const facilitator = startFacilitator(rpcUrl);
  const most = Math.max(...atOnce);
  const paying = await startPaying(service, rpcUrl, most, (rounds + 1) * callsPerRound * atOnce.length * 2);
  const samples: Sample[] = [];
  // The first round warms up and is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const clients of atOnce)
      for (const sample of await takeTurns(round, clients, { service, facilitator, paying }))
        if (round > 0) samples.push(sample);
  await report(samples);
} finally {
  await service?.stop();
  await foundations.stop();
  await rm(dataDir, { recursive: true, force: true });
}

interface GatewayContext {
  service: ServiceProcess;
  facilitator: Facilitating;
  paying: Paying;
}

async function takeTurns(round: number, clients: number, context: GatewayContext): Promise<Sample[]> {
  const { service, facilitator, paying } = context;
  const measured = (
    subject: Sample['subject'],
    cpu: () => number,
    call: (payer: number) => Promise<unknown>,
  ) => measure(clients, cpu, call).then((figures) => ({ subject, atOnce: clients, round, ...figures }));
  const ownCpu = () => process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000;
  const ready = await paying.sign(clients, callsPerRound);
  // In the order of their amounts: `pop` takes the last one.
  const vouchers = (await paying.vouchers(clients, callsPerRound / clients)).map((signed) =>
    signed.toReversed(),
  );
  const settled = await paying.sign(clients, callsPerRound);
  return [
    await measured('service token', service.cpuMilliseconds, () => paying.withToken()),
    await measured('paid call', service.cpuMilliseconds, (payer) => paying.withPayment(next(ready, payer))),
    await measured('channel call', service.cpuMilliseconds, (payer) =>
      paying.withPayment(next(vouchers, payer)),
    ),
    await measured('facilitator alone', ownCpu, (payer) => facilitator.verifyAndSettle(next(settled, payer))),
  ];
}

function next(payments: PaymentPayload[][], payer: number): PaymentPayload {
  const payment = payments[payer]?.pop();
  if (!payment) throw new Error('There are not enough payments');
  return payment;
}

async function measure(clients: number, cpu: () => number, call: (client: number) => Promise<unknown>) {
  const times: number[] = [];
  const cpuBefore = cpu();
  const begun = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let done = 0; done < callsPerRound / clients; done += 1) {
        const before = performance.now();
        await call(client);
        times.push(performance.now() - before);
      }
    }),
  );
  const milliseconds = performance.now() - begun;
  return {
    callsPerSecond: round1((times.length / milliseconds) * 1_000),
    milliseconds: round1(median(times)),
    cpuMilliseconds: round1((cpu() - cpuBefore) / times.length),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

function round1(value: number): number {
  return Math.round(value * 10) / 10;
}

async function report(samples: Sample[]): Promise<void> {
  console.table(samples);
  const of = (
    subject: Sample['subject'],
    clients: number,
    figure: 'milliseconds' | 'callsPerSecond' | 'cpuMilliseconds',
  ) =>
    round1(
      median(
        samples.filter((one) => one.subject === subject && one.atOnce === clients).map((one) => one[figure]),
      ),
    );
  const most = Math.max(...atOnce);
  const [token, paid, channel, alone] = (
    ['service token', 'paid call', 'channel call', 'facilitator alone'] as const
  ).map((subject) => ({
    subject,
    milliseconds: of(subject, 1, 'milliseconds'),
    cpuMilliseconds: of(subject, 1, 'cpuMilliseconds'),
    callsPerSecond: of(subject, most, 'callsPerSecond'),
  }));
  if (!token || !paid || !channel || !alone) return;
  const own = round1(paid.milliseconds - token.milliseconds - alone.milliseconds);
  const ratios = {
    paidBesideToken: round1(paid.milliseconds / token.milliseconds),
    paidBesideTokenAndFacilitator: Number(
      (paid.milliseconds / (token.milliseconds + alone.milliseconds)).toFixed(2),
    ),
    cpuBesideTokenAndFacilitator: Number(
      (paid.cpuMilliseconds / (token.cpuMilliseconds + alone.cpuMilliseconds)).toFixed(2),
    ),
    channelBesideToken: Number((channel.milliseconds / token.milliseconds).toFixed(2)),
    channelCpuBesideToken: Number((channel.cpuMilliseconds / token.cpuMilliseconds).toFixed(2)),
    channelCallsPerSecondBesideToken: Number((channel.callsPerSecond / token.callsPerSecond).toFixed(2)),
    callsPerSecondBesideFacilitator: Number((paid.callsPerSecond / alone.callsPerSecond).toFixed(2)),
  };
  console.table([token, paid, channel, alone]);
  console.log(`the gateway itself adds ${own} ms to token and facilitator; ratios ${JSON.stringify(ratios)}`);
  const result = {
    cores: cpus().length,
    callsPerRound,
    samples,
    medians: { token, paid, channel, alone },
    own,
    ratios,
  };
  await keepResults('gateway', result);
  console.log(JSON.stringify({ medians: result.medians, own, ratios }));
}
