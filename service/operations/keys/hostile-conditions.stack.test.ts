import { startListener } from '@labroom/testing/listener.ts';
import { ask, refusalOf } from '@labroom/testing/test-client.ts';
import { decryptDataKey, uploadSecret } from '@labroom/testing/test-encryption.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { generateToken, signInMessage } from '@labroom/testing/token-requests.ts';
import { type Address, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem';
import { afterAll, describe, expect, test } from 'vitest';
import {
  deployCode,
  invalid,
  looping,
  returning,
  returningZeros,
  reverting,
  revertingWithItself,
} from '#chain/bytecode.fixture.ts';

/** Upper bound of a response on a busy machine. A client waits thirty seconds. */
const PATIENCE_MS = 15_000;

const service = await openTestService();
const lab = await registeredLab(service);
const listener = await startListener();
afterAll(() => listener.stop());

/** Code that reverts with a URL to fetch the result from (ERC-3668). */
function lookingUp(url = `${listener.url}/{sender}/{data}`): Hex {
  const abi = parseAbi(['function OffchainLookup(address, string[], bytes, bytes4, bytes)']);
  const selector = '0x12345678';
  return revertingWithItself(encodeFunctionData({ abi, args: [zeroAddress, [url], '0x', selector, '0x'] }));
}

function condition(contractAddress: Address) {
  return {
    conditionType: 'evmContract',
    contractAddress,
    chain: 'local',
    functionName: 'ask',
    functionParams: [':userAddress'],
    functionAbi: {
      name: 'ask',
      inputs: [{ name: 'account', type: 'address' }],
      outputs: [{ name: '', type: 'bool' }],
      stateMutability: 'view',
      type: 'function',
    },
    returnValueTest: { key: '', comparator: '=', value: 'true' },
  };
}

const deploy = (code: Hex) => deployCode(service.context.chain, lab.owner, code);

let files = 0;

/** Uploads a file under these conditions and requests its key as the uploader. */
async function askForKey(conditions: unknown[]) {
  const filePath = `hostile-${++files}`;
  const file = await uploadSecret(service, lab, 'secret', { path: filePath }, JSON.stringify(conditions));
  expect(file.error).toBeNull();
  const started = performance.now();
  const answer = await decryptDataKey(service, lab, { filePath });
  return { ...answer, tookMs: performance.now() - started };
}

const cases: [string, () => Hex, string][] = [
  ['never ends', () => looping, 'OUT_OF_GAS'],
  ['returns 10 MB', () => returningZeros(10_000_000), 'OUT_OF_GAS'],
  ['returns 300 kB', () => returningZeros(300_000), 'TOO_LARGE'],
  ['reverts with 300 kB', () => '0x620493e05ffd', 'TOO_LARGE'],
  ['reverts', () => reverting('0x08c379a0'), 'REVERTED'],
  ['has an invalid opcode', () => invalid, 'OUT_OF_GAS'],
  ['answers with half a word', () => returning('0x01'), 'UNDECODABLE'],
  ['says nothing', () => '0x00', 'NO_DATA'],
  ['asks for a URL to be fetched', () => lookingUp(), 'REVERTED'],
  ['asks for a file to be read', () => lookingUp('file:///etc/passwd'), 'REVERTED'],
];

describe('a condition on a contract that', () => {
  test.each(cases)('%s is not met, within seconds', async (_, code, failure) => {
    const answer = await askForKey([condition(await deploy(code()))]);
    expect(answer).toMatchObject({
      plaintextDEK: null,
      iv: null,
      error: { code: 'UNAUTHORIZED', retryable: false },
    });
    expect(JSON.parse(answer.error.details)).toMatchObject({
      reason: 'ACCESS_CONDITIONS_NOT_MET',
      predicates: [{ met: false, actual: null, failure }],
    });
    expect(answer.error.details.length).toBeLessThan(2_000);
    expect(answer.tookMs).toBeLessThan(PATIENCE_MS);
    expect(listener.visits).toEqual([]);
  });

  test('never ends, sixteen times, is not met and does not delay other requests', async () => {
    const address = await deploy(looping);
    const conditions = Array.from({ length: 16 }, () => [{ operator: 'or' }, condition(address)])
      .flat()
      .slice(1);
    let waiting = true;
    const answer = askForKey(conditions).finally(() => {
      waiting = false;
    });
    let others = 0;
    while (waiting) {
      await ask(service, '{ labs { totalCount } }');
      others += 1;
    }
    const { error, plaintextDEK, tookMs } = await answer;
    expect(plaintextDEK).toBeNull();
    // Either all were evaluated or the time limit was reached.
    expect(['UNAUTHORIZED', 'UPSTREAM_UNAVAILABLE']).toContain(error.code);
    expect(tookMs).toBeLessThan(2 * PATIENCE_MS);
    expect(others).toBeGreaterThan(1);
  });
});

describe('a wallet that is a contract and', () => {
  test.each(cases)('%s signs nothing (ERC-1271)', async (_, code) => {
    const walletAddress = await deploy(code());
    await signInMessage(service, walletAddress);
    const started = performance.now();
    const refused = await generateToken(service, { walletAddress, messageSignature: '0x1234' });
    expect(refused.token).toBeNull();
    expect(refusalOf(refused)).toEqual({ code: 'UNAUTHENTICATED', reason: 'INVALID_SIGNATURE' });
    expect(performance.now() - started).toBeLessThan(PATIENCE_MS);
    expect(listener.visits).toEqual([]);
  });
});
