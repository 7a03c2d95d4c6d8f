import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  type Hex,
  numberToHex,
  type PublicClient,
  size,
} from 'viem';
import { boundedReadsAbi, boundedReadsBytecode } from '#contracts/bounded-reads.generated.ts';
import { chainUnavailable } from './call-failure.ts';
import type { Head, HeadGuard } from './head-guard.ts';

export interface BoundedRead {
  to: Address;
  data: Hex;
  /** Gas that the contract gets, without what a transaction costs. */
  gas: bigint;
}

export interface BoundedResult {
  success: boolean;
  /** Bytes of the answer; `data` is cut at `maxBytes`. */
  size: number;
  data: Hex;
  /** It used so much of its gas that with more it might have answered otherwise. */
  isExhausted: boolean;
}

interface BoundedReadsOptions {
  /** Bytes of each answer that are read. A node takes 24,576 in all, as if they were the code of a contract. */
  maxBytes: number;
  signal?: AbortSignal | undefined;
}

const resultsType = [
  { type: 'uint256' },
  { type: 'uint256' },
  {
    type: 'tuple[]',
    components: [
      { name: 'success', type: 'bool' },
      { name: 'gasUsed', type: 'uint256' },
      { name: 'size', type: 'uint256' },
      { name: 'data', type: 'bytes' },
    ],
  },
] as const;

/**
 * Reads several things of the latest block in one `eth_call`, each with its own gas limit (`BoundedReads.sol`). The answers
 * come as one piece of data in the order of the reads, so none can be missing or taken for that of another read, and the
 * block that they are of comes with them.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed, is behind, or gave an answer that cannot be decoded
 */
export async function readBounded(
  { client, head }: { client: PublicClient; head: HeadGuard },
  reads: readonly BoundedRead[],
  { maxBytes, signal }: BoundedReadsOptions,
): Promise<BoundedResult[]> {
  const data = encodeDeployData({
    abi: boundedReadsAbi,
    bytecode: boundedReadsBytecode,
    args: [
      reads.map(({ to: target, gas: gasLimit, data }) => ({ target, gasLimit, data })),
      BigInt(maxBytes),
    ],
  });
  const gas = numberToHex(gasOf(reads, size(data), maxBytes));
  const floor = await head.floor();
  const answer = await client
    .request({ method: 'eth_call', params: [{ data, gas }, 'latest'] }, { signal })
    .then((encoded) => decode(encoded, reads))
    .catch((error: unknown) => {
      throw chainUnavailable(error);
    });
  await head.require(answer.block, floor);
  return answer.results;
}

/** What the whole call may use: the reads, their data as a transaction pays for it, and the answer as code is paid for. */
function gasOf(reads: readonly BoundedRead[], dataBytes: number, maxBytes: number): bigint {
  const given = reads.reduce((sum, { gas }) => sum + gas + gas / 32n + 30_000n, 0n);
  return 150_000n + 60n * BigInt(dataBytes) + given + 300n * BigInt(reads.length * (maxBytes + 256));
}

function decode(answer: Hex, reads: readonly BoundedRead[]): { block: Head; results: BoundedResult[] } {
  const [number, timestamp, results] = decodeAbiParameters(resultsType, answer);
  if (results.length !== reads.length) throw new Error(`${results.length} answers to ${reads.length} reads`);
  return {
    block: { number: Number(number), timestamp: Number(timestamp) },
    results: results.map(({ success, gasUsed, size, data }, index) => ({
      success,
      size: Number(size),
      data,
      // At each level of nested calls one part of 64 is kept back, so a contract that lacked gas need not have used all.
      isExhausted: gasUsed * 4n >= (reads[index]?.gas ?? 0n) * 3n,
    })),
  };
}
