import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createConsumerCredential } from '@labroom/service/auth/consumer-credential.ts';
import { teamConditions, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { openLimitedStack } from './guests/published-limits.ts';
import { type GuestRequest, guestRequests, type Place } from './guests/requests.ts';
import { aboutRun, keepResults } from './keep-results.ts';

/**
 * `node bench/guests.ts [--only 'service: MCP'] [--seconds 4] [--keep NAME]`: the dearest requests of callers without an operator's credential and
 * without a session. Prints the processor time of one, and how one address that sends it over twelve connections, within the published
 * limits, delays a reader at another address. Quiet time and attack take turns. Exits with 1 if a 99th percentile grows to more than three times.
 */
const { values: options } = parseArgs({
  options: { only: { type: 'string' }, seconds: { type: 'string', default: '4' }, keep: { type: 'string' } },
});
const CONNECTIONS = 12;
const ROUNDS = 2;
const roundMs = Number(options.seconds) * 1_000;

const requests = guestRequests.filter(({ name, surface }) =>
  `${surface}: ${name}`.includes(options.only ?? ''),
);
const limited = await openLimitedStack({ web: requests.some(({ surface }) => surface === 'web') });
const { stack, service, web, db } = limited;
let number = 0;
let address = 0;
try {
  const place = await prepare();
  const rows = [];
  for (const request of requests) {
    const row = await measure(request, place);
    rows.push(row);
    console.log(JSON.stringify(row));
  }
  rows.sort((a, b) => b.cpuMs - a.cpuMs);
  console.table(rows);
  const results = { ...aboutRun(), connections: CONNECTIONS, rows };
  if (options.keep) await keepResults(options.keep, results);
  if (rows.some(({ ratio }) => ratio > 3)) process.exitCode = 1;
} finally {
  await limited.stop();
}

async function prepare(): Promise<Place> {
  const team = JSON.parse(teamConditions(stack.lab.oclId)) as unknown[];
  const conditions = Array.from({ length: 8 }, (_, at) =>
    at === 0 ? [team[0]] : [{ operator: 'and' }, team[0]],
  ).flat();
  await uploadSecret(stack, stack.lab, 'secret', { path: 'guests/secret.txt' }, JSON.stringify(conditions));
  const wallet = `0x${'5e'.repeat(20)}`;
  const { credential } = await createConsumerCredential(db, 'local', 'guest', {
    wallet,
    signedAt: new Date(),
  });
  return {
    serviceUrl: service.url,
    webUrl: web.url,
    credential,
    oclId: stack.lab.oclId,
    secretPath: 'guests/secret.txt',
    wallet,
  };
}

/** Another address each time, so that one request leaves the next its limits. */
function nextAddress(): string {
  address += 1;
  return `198.51.${100 + Math.floor(address / 250)}.${1 + (address % 250)}`;
}

async function sendOne(request: GuestRequest, place: Place, from: string) {
  number += 1;
  const { url, init } = request.send(place, number);
  const headers = { ...init?.headers, 'x-forwarded-for': from };
  const response = await fetch(url, { ...init, headers, redirect: 'manual' });
  await response.arrayBuffer();
  return response;
}

async function measure(request: GuestRequest, place: Place) {
  const TIMES = 8;
  const alone = nextAddress();
  const { status } = await sendOne(request, place, alone);
  const before = await limited.allCpu();
  for (let time = 0; time < TIMES; time += 1) await sendOne(request, place, alone);
  const cpuMs = Math.round(((await limited.allCpu()) - before) / TIMES);

  const reader = readerOf(request.surface, place);
  await pause(500);
  const attacker = nextAddress();
  const [quiet, during]: [number[], number[]] = [[], []];
  const answers: Record<string, number> = {};
  let failures = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await reader.times(() => pause(roundMs))).times);
    const attacked = await reader.times(() => attack(request, place, attacker, answers));
    during.push(...attacked.times);
    failures += attacked.failures;
  }
  await reader.stop();
  const ratio = Math.round((at(during, 0.99) / at(quiet, 0.99)) * 10) / 10;
  const ms = (times: number[], share: number) => Math.round(at(times, share));
  return {
    ...{
      request: request.name,
      status,
      cpuMs,
      ratio,
      quietP99: ms(quiet, 0.99),
      duringP99: ms(during, 0.99),
    },
    ...{
      quietP50: ms(quiet, 0.5),
      duringP50: ms(during, 0.5),
      reads: `${quiet.length}/${during.length}`,
      failures,
    },
    answers: JSON.stringify(answers),
  };
}

async function attack(
  request: GuestRequest,
  place: Place,
  from: string,
  answers: Record<string, number>,
): Promise<void> {
  const end = performance.now() + roundMs;
  const connection = async () => {
    while (performance.now() < end) {
      const response = await sendOne(request, place, from).catch(() => null);
      const status = String(response?.status ?? 'lost');
      answers[status] = (answers[status] ?? 0) + 1;
      const wait = 1_000 * Number(response?.headers.get('retry-after') ?? 0);
      if (wait > 0) await pause(Math.max(0, Math.min(wait, end - performance.now())));
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
}

function readerOf(surface: GuestRequest['surface'], place: Place) {
  const read = {
    service: {
      url: `${place.serviceUrl}/graphql`,
      init: {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: service.credential },
        body: JSON.stringify({
          query:
            'query($o:String!){labWithDataRoomAndFiles(oclId:$o){oclId name dataRoom{filesPage(perPage:20){nodes{path}}}}}',
          variables: { o: place.oclId },
        }),
      },
    },
    web: {
      url: `${place.webUrl}/labs/${place.oclId}`,
      init: { headers: { 'x-forwarded-for': '203.0.113.200' } },
    },
  }[surface];
  const worker = new Worker(new URL('./guests/visitor.worker.ts', import.meta.url), { workerData: read });
  return {
    async times(work: () => Promise<unknown>): Promise<{ times: number[]; failures: number }> {
      worker.postMessage('begin');
      await work();
      worker.postMessage('take');
      const [taken] = await once(worker, 'message');
      return taken;
    },
    async stop() {
      worker.postMessage('stop');
      await once(worker, 'exit');
    },
  };
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
