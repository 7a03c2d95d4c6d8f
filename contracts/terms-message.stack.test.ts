import { depth } from '@labroom/testing/depth.ts';
import { startDeployedChain, type TestChain } from '@labroom/testing/test-chain.ts';
import {
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  http,
  stringToHex,
  zeroAddress,
} from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { oclTermsPermissionerAbi } from './abi.generated.ts';
import { localAddresses } from './local-addresses.generated.ts';
import { termsMessage } from './terms-message.ts';

const AT_ONCE = 50;
let chain: TestChain;

beforeAll(async () => {
  chain = await startDeployedChain();
});
afterAll(() => chain.stop());

it('the terms message has the same bytes in TypeScript and Solidity, and the documented layout', async () => {
  const client = createPublicClient({ transport: http(chain.rpcUrl, { batch: { batchSize: AT_ONCE } }) });
  const random = generator(161);
  for (let done = 0; done < depth.termsMessages; done += AT_ONCE) {
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        const labId = BigInt(Math.floor(random() * 2 ** 40));
        const s3Key = randomText(random);
        const contentHash = randomHash(random);
        const { data } = await client.call({
          to: localAddresses.termsPermissioner,
          data: encodeFunctionData({
            abi: oclTermsPermissionerAbi,
            functionName: 'specificTermsV1',
            args: [{ labId, originalOwner: zeroAddress, s3Key, contentHash }],
          }),
        });
        if (!data) throw new Error('The contract did not answer');
        const text = decodeFunctionResult({
          abi: oclTermsPermissionerAbi,
          functionName: 'specificTermsV1',
          data,
        });
        expect(stringToHex(text)).toBe(bytesOf(data));
        expect(text).toBe(termsMessage({ labId, s3Key, contentHash, chainId: 31337 }));
      }),
    );
  }
});

/** The bytes of the only string in ABI-encoded return data, decoded without viem. */
function bytesOf(answer: Hex): Hex {
  const digits = answer.slice(2);
  const length = Number(BigInt(`0x${digits.slice(64, 128)}`));
  return `0x${digits.slice(128, 128 + 2 * length)}`;
}

/** Up to 120 code points of every plane, control characters and quotes included; no lone surrogates. */
function randomText(random: () => number): string {
  const length = Math.floor(random() * 120);
  const ceilings = [0x20, 0x80, 0x800, 0xd800, 0x110000];
  return Array.from({ length }, () => {
    const ceiling = ceilings[Math.floor(random() * ceilings.length)] ?? 0x80;
    const point = Math.floor(random() * ceiling);
    return String.fromCodePoint(point >= 0xd800 && point < 0xe000 ? 0x41 : point);
  }).join('');
}

function randomHash(random: () => number): Hex {
  return `0x${Array.from({ length: 64 }, () => Math.floor(random() * 16).toString(16)).join('')}`;
}

/** A seeded generator (mulberry32), so that a failure is reproducible. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
