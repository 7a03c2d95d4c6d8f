import { setTimeout as pause } from 'node:timers/promises';
import { oclTokenizerAbi, wrappedLabTokenAbi } from '@labroom/contracts/abi';
import { type Address, encodeFunctionData, type Hex, hexToBigInt } from 'viem';
import type { TokenAttachment } from '#contract/schema.generated.ts';
import { type BoundedResult, readBounded } from './bounded-reads.ts';
import type { ChainClient } from './chain-client.ts';

/** Maximum wait for the chain, because a token is shown without this too. */
const patienceMs = 3_000;
/** For one call. The contracts ask a token at most four times, with 100,000 gas each. */
const callGas = 800_000n;

/** `IOclTokenizer.Right`. */
const rights = [null, null, 'CLAIMED', 'PROVED_EARLIER', 'PROVED'] as const;

interface AttachedToken {
  /** Token id of the LabNFT. */
  labId: bigint;
  token: Address;
  wrapper: Address;
}

/**
 * Returns what the chain says of an attached token at the latest block; `null` when this chain has no tokenizer, or when the
 * node does not answer in time.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed or is behind
 */
export async function readTokenAttachment(
  chain: ChainClient,
  attached: AttachedToken,
): Promise<TokenAttachment | null> {
  const { tokenizer } = chain.contracts;
  if (tokenizer === null) return null;
  const timer = new AbortController();
  const enough = pause(patienceMs, null, { signal: timer.signal });
  return Promise.race([read(chain, tokenizer, attached), enough]).finally(() => timer.abort());
}

async function read(
  chain: ChainClient,
  tokenizer: Address,
  { labId, token, wrapper }: AttachedToken,
): Promise<TokenAttachment> {
  const [right, provedLab, changed] = await readNumbers(chain, [
    { to: tokenizer, data: rightOf(labId) },
    {
      to: tokenizer,
      data: encodeFunctionData({ abi: oclTokenizerAbi, functionName: 'attachedTo', args: [token] }),
    },
    {
      to: wrapper,
      data: encodeFunctionData({ abi: wrappedLabTokenAbi, functionName: 'decimalsHaveChanged' }),
    },
  ]);
  return {
    right: nameOf(right),
    provedLabNftTokenId:
      provedLab && provedLab !== labId && (await hasRight(chain, tokenizer, provedLab))
        ? String(provedLab)
        : null,
    decimalsHaveChanged: changed === undefined ? null : changed === 1n,
  };
}

/** A lab that proved its right last need not have it any longer. */
async function hasRight(chain: ChainClient, tokenizer: Address, labId: bigint): Promise<boolean> {
  const [right] = await readNumbers(chain, [{ to: tokenizer, data: rightOf(labId) }]);
  return nameOf(right) === 'PROVED';
}

const rightOf = (labId: bigint) =>
  encodeFunctionData({ abi: oclTokenizerAbi, functionName: 'rightOf', args: [labId] });

const nameOf = (right: bigint | undefined) => rights[Number(right ?? 0n)] ?? null;

/** One number for each call; `undefined` for one that failed, or came after one that failed. */
async function readNumbers(
  { node, head }: ChainClient,
  calls: readonly { to: Address; data: Hex }[],
): Promise<(bigint | undefined)[]> {
  const reads = calls.map((call) => ({ ...call, gas: callGas }));
  const results = await readBounded({ client: node, head }, reads, { maxBytes: 32 });
  return results.map(({ success, size, data }: BoundedResult) =>
    success && size === 32 ? hexToBigInt(data) : undefined,
  );
}
