import { boundedReadsAbi, boundedReadsBytecode } from '@labroom/contracts/bounded-reads';
import {
  type Address,
  decodeAbiParameters,
  encodeDeployData,
  type Hex,
  numberToHex,
  type PublicClient,
  size,
  toFunctionSelector,
} from 'viem';
import { chainUnavailable } from './call-failure.ts';
import type { Head, HeadGuard } from './head-guard.ts';

export interface BoundedRead {
  to: Address;
  data: Hex;
  /** Gas passed to the contract, without the cost of a transaction. */
  gas: bigint;
}

export interface BoundedResult {
  success: boolean;
  /** Bytes of the full answer. `data` is cut at `maxBytes`. */
  size: number;
  data: Hex;
  /** Whether the answer might differ with more gas: it used most of its own, or the access resolver reported this. */
  isExhausted: boolean;
}

interface BoundedReadsOptions {
  /** Bytes read of each answer. A node accepts 24,576 in total, because it treats them as the code of a contract. */
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

/** The access resolver's error when the gas does not suffice to find the owners of a lab. */
const searchOutOfGas = toFunctionSelector('OwnerSearchOutOfGas()');

/**
 * Runs several reads at the latest block in one `eth_call`, each with its own gas limit (`BoundedReads.sol`). The
 * results are one value, in the order of the reads, together with their block: none can be missing or assigned to
 * another read. Reads after one that failed or used up its gas are not run and count as failed.
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

/** Gas limit of the whole call: the reads, their data at the price of calldata, and the answer at the price of code. */
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
      // Each nested call keeps back 1/64 of the gas, so a contract that ran out of gas need not have used all of it.
      isExhausted:
        gasUsed * 4n >= (reads[index]?.gas ?? 0n) * 3n || (!success && data.startsWith(searchOutOfGas)),
    })),
  };
}
