import { localAddresses } from '@labroom/contracts/local-addresses';
import { bundlerEstimate, startBundlerEndpoint } from '@labroom/testing/bundler-endpoint.ts';
import { type DidFixture, rowOf, startDidFixture } from '@labroom/testing/did-fixture.ts';
import { hexToBigInt } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Bundler } from '#core/ports/bundler.ts';
import { bundlerSuite } from './bundler.suite.ts';
import { remoteBundler } from './remote-bundler.ts';

bundlerSuite('a bundler somewhere else', async ({ context, ...fixture }) => {
  const { url, stop } = await startBundlerEndpoint({ context, ...fixture });
  return {
    bundler: remoteBundler(context.chain, url),
    unreachable: remoteBundler(context.chain, 'http://127.0.0.1:1/secret'),
    stop,
  };
});

let fixture: DidFixture;
let endpoint: Awaited<ReturnType<typeof startBundlerEndpoint>>;
let bundler: Bundler;
beforeAll(async () => {
  fixture = await startDidFixture();
  endpoint = await startBundlerEndpoint(fixture);
  bundler = remoteBundler(fixture.context.chain, endpoint.url);
});
afterAll(async () => {
  await endpoint.stop();
  await fixture.stop();
});
beforeEach(() => {
  endpoint.asked = [];
  endpoint.mood = 'honest';
});

async function registeredLab() {
  const oclId = await fixture.mintLab();
  await fixture.register(oclId);
  return oclId;
}

test('links through a remote bundler, whose fees the account pays', async () => {
  const oclId = await registeredLab();
  const before = await fixture.reader.getBalance({ address: localAddresses.relayerAccount });
  await fixture.work({ bundler });
  await fixture.index();
  expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 1 });
  expect(endpoint.asked.map(({ method }) => method)).toEqual([
    'eth_estimateUserOperationGas',
    'eth_sendUserOperation',
  ]);
  for (const { params } of endpoint.asked) expect(params[1]).toBe(localAddresses.entryPoint);
  const sent = endpoint.asked[1]?.params[0];
  expect(sent).toMatchObject(bundlerEstimate);
  expect(hexToBigInt(sent?.maxFeePerGas ?? '0x0')).toBeGreaterThan(0n);
  expect(endpoint.asked[0]?.params[0].signature).toHaveLength(2 + 2 * 65);
  expect(await fixture.reader.getBalance({ address: localAddresses.relayerAccount })).toBeLessThan(before);
});

test.each([
  ['refusing', 'The bundler refuses the operation: AA24 signature error'],
  ['silent', 'The bundler did not answer: HTTP request failed.'],
  ['redirecting', 'The bundler did not answer: HTTP request failed.'],
] as const)('a %s bundler is a failed attempt, and no URL is told', async (how, reason) => {
  const oclId = await registeredLab();
  endpoint.mood = how;
  await fixture.work({ bundler });
  const row = await rowOf(fixture.service, oclId);
  expect(row).toMatchObject({ status: 'PENDING', attempts: 1, lastFailure: reason });
  endpoint.mood = 'honest';
  await fixture.work({ bundler });
  await fixture.index();
  expect(await fixture.status(oclId)).toMatchObject({ status: 'LINKED', attempts: 2 });
});
