import { setTimeout as pause } from 'node:timers/promises';
import { labAccountAbi, labNftAbi } from '@labroom/contracts/abi';
import type { ChainClient } from './chain-client.ts';
import { readContract } from './read-contract.ts';

/** Maximum wait for the chain, because a lab is shown without this too. */
const patienceMs = 3_000;

export interface LabAccountState {
  /** Decimal. */
  state: string;
  /** `null` when the account is not locked. */
  lockedUntil: Date | null;
  /** Whether nobody can act for the lab (`LabNFT.isInCircle`); `null` for collections that do not say it. */
  isInCircle: boolean | null;
}

/**
 * Returns what a buyer of a lab compares (`[Note: buying a lab]` in `ILabAccount`); `null` when the accounts of this
 * collection have no lock, or when the node does not answer in time.
 * @throws ServiceError `UPSTREAM_UNAVAILABLE` when the node failed or the account is not deployed
 */
export async function readAccountState(
  chain: ChainClient,
  lab: { account: `0x${string}`; tokenId: bigint },
): Promise<LabAccountState | null> {
  const timer = new AbortController();
  const enough = pause(patienceMs, null, { signal: timer.signal });
  return Promise.race([read(chain, lab), enough]).finally(() => timer.abort());
}

async function read(
  chain: ChainClient,
  { account, tokenId }: { account: `0x${string}`; tokenId: bigint },
): Promise<LabAccountState | null> {
  const labAccount = { address: account, abi: labAccountAbi } as const;
  const labNft = { address: chain.contracts.labNft, abi: labNftAbi } as const;
  const [state, isLocked, lockedUntil, isInCircle] = await Promise.all([
    readContract(chain, { ...labAccount, functionName: 'state' }),
    readContract(chain, { ...labAccount, functionName: 'isLocked' }),
    readContract(chain, { ...labAccount, functionName: 'lockedUntil' }),
    readContract(chain, { ...labNft, functionName: 'isInCircle', args: [tokenId] }),
  ]);
  if (state === null || isLocked === null || lockedUntil === null) return null;
  const end = isLocked ? new Date(Number(lockedUntil) * 1000) : null;
  return { state: String(state), lockedUntil: end, isInCircle };
}
