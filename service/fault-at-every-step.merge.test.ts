import { depth } from '@labroom/testing/depth.ts';
import { startFaultyService } from '@labroom/testing/faulty-service.ts';
import { startRadosgw } from '@labroom/testing/radosgw.ts';
import { startScriptedFacilitator } from '@labroom/testing/scripted-facilitator.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { startTestService } from '@labroom/testing/test-service.ts';
import { chainReader, fundedWallet } from '@labroom/testing/test-wallets.ts';
import type { Moment } from '@labroom/testing/transports/steps.ts';
import { accessCases } from '@labroom/testing/write-cases/access-requests.ts';
import { fileCases } from '@labroom/testing/write-cases/files.ts';
import { jobCases } from '@labroom/testing/write-cases/jobs.ts';
import { labCases } from '@labroom/testing/write-cases/labs.ts';
import { paidCases } from '@labroom/testing/write-cases/paid-calls.ts';
import { sharingCases } from '@labroom/testing/write-cases/sharing.ts';
import { tokenCases } from '@labroom/testing/write-cases/tokens.ts';
import type { Attempt, FaultyFixture, Outcome } from '@labroom/testing/write-cases/write-case.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from './operator/check/invariants.ts';
import { prepareBucket } from './platform/storage/prepare-bucket.ts';
import { s3Client } from './platform/storage/s3-client.ts';

/**
 * Runs every write with one of its steps broken: the first, the second, and so on until none is left. Each step fails
 * once before it is delivered and once after it took effect, while its answer is returned. The full suite breaks each
 * step, the quick one every nth (`testing/depth.ts`). With `FAULT_STORE=s3` the storage is a real S3 instead of the
 * disk.
 */
const STRIDE = depth.faultStride;
const cases = [
  ...fileCases,
  ...sharingCases,
  ...labCases,
  ...tokenCases,
  ...paidCases,
  ...jobCases,
  ...accessCases,
];

/** Errors that are allowed while a step is broken: temporary ones only. */
const passing = new Set(['INTERNAL_ERROR', 'UPSTREAM_UNAVAILABLE', 'TIMEOUT']);

const ends: (() => Promise<unknown>)[] = [];
const s3 = process.env.FAULT_STORE === 's3' ? await startS3() : {};
const facilitator = await startScriptedFacilitator(await fundedWallet());
const home = await startTestService({ variables: s3 });
const rpcUrl = String(chainReader().transport.url);
const faulty = await startFaultyService(home, { rpcUrl, facilitatorUrl: facilitator.url, s3 });
const fixture = { home, faulty, lab: await registeredLab(home) };
ends.push(
  () => faulty.stop(),
  () => home.stop(),
  () => facilitator.close(),
);
afterAll(async () => {
  for (const end of ends) await end();
});

describe.each(cases.map((one, index) => ({ ...one, index })))('$name', ({ prepare, index }) => {
  test('takes effect once, whichever step of it breaks', { timeout: 600_000 }, async () => {
    let steps = 0;
    // Cases start at different steps, so that together they break all kinds. The shortest case has two steps.
    for (let at = 1 + (index % Math.min(2, STRIDE)); ; at += STRIDE) {
      const struck = [await breakStep(at, 'before', prepare), await breakStep(at, 'after', prepare)];
      if (struck.every((what) => what === null)) break;
      steps = at;
    }
    // Otherwise nothing was broken.
    expect(steps).toBeGreaterThan(0);
  });
});

async function startS3(): Promise<Record<string, string>> {
  const { endpoint, region, credentials, stop } = await startRadosgw();
  ends.push(stop);
  const bucket = 'faults';
  await prepareBucket(s3Client({ endpoint, region, credentials }), {
    bucket,
    allowedOrigins: ['http://localhost:3000'],
  });
  return {
    S3_BUCKET: bucket,
    S3_ENDPOINT: endpoint,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: credentials.accessKeyId,
    S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
}

async function breakStep(
  at: number,
  moment: Moment,
  prepare: (fixture: FaultyFixture) => Promise<Attempt>,
): Promise<string | null> {
  const { home, faulty } = fixture;
  const attempt = await prepare(fixture);
  faulty.steps.arm(at, moment);
  const first = await attempt.ask(faulty);
  const struck = faulty.steps.disarm();
  const where = `${JSON.stringify(first)} at ${struck}`;
  if (!struck) expect(first.code, where).toBeNull();
  expect(isPassing(first), where).toBe(true);
  expect(await attempt.afterwards?.(), where).toBeFalsy();
  const last = await askAgain(attempt, first);
  expect(last.code === null || isDone(attempt, last), `${JSON.stringify(last)} after ${where}`).toBe(true);
  expect(await attempt.effects(), where).toBe(1);
  expect(await attempt.afterwards?.(), where).toBeFalsy();
  expect(await brokenInvariants(home.context.db), where).toEqual([]);
  return struck;
}

/** Retries like a careful client after a temporary error. */
async function askAgain(attempt: Attempt, first: Outcome): Promise<Outcome> {
  let outcome = first;
  for (let tries = 0; tries < 3 && outcome.code !== null && !isDone(attempt, outcome); tries += 1) {
    if (attempt.looks && (await attempt.effects()) > 0) return { code: null };
    outcome = await attempt.ask(fixture.faulty);
  }
  return attempt.looks && (await attempt.effects()) > 0 ? { code: null } : outcome;
}

const isPassing = ({ code, reason = '' }: Outcome) =>
  code === null || passing.has(code) || (code.startsWith('HTTP 5') && passing.has(reason));

const isDone = ({ done = [] }: Attempt, { code, reason = '' }: Outcome) =>
  done.includes(reason) || done.includes(code ?? '');
