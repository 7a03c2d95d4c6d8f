import { accessResolverAbi } from '@labroom/contracts/abi';
import { decodeOclId, normalizeOclId } from '@labroom/contracts/ocl-id';
import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { type BoundedResult, readBounded } from './bounded-reads.ts';
import { chainUnavailable } from './call-failure.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainClient } from './chain-client.ts';
import { type CallScope, outOfGas } from './untrusted-calls.ts';

export type Role = 'OWNER' | 'CONTRIBUTOR' | 'VIEWER';

/** Role numbers of the access resolver. */
const viewer = 1;
const contributor = 2;
/** Gas limit per call. The resolver walks from the holder to its owners; a Safe with 50 owners takes about 380,000. */
const callGas = 600_000n;
/** One word, or the first bytes of an error. */
const resultBytes = 64;

/**
 * Returns the strongest role of a wallet in a lab at the latest block, as the access resolver sees it. Returns `null`
 * for no role and for an `oclId` that the chain does not confirm. One request to the node, with three calls.
 *
 * [Note: a hostile holder] The resolver calls the contracts that hold a lab to find their owners. When a call for a lab
 * runs out of gas, the calls after it are not run, and later calls for this lab wait in the queue of untrusted contracts.
 * @param scope accounts that the calls count against
 * @throws OclIdError when the id is malformed, ServiceError `UPSTREAM_UNAVAILABLE`, and `RATE_LIMITED` for a hostile
 * holder
 */
export async function readRole(
  chain: ChainClient,
  { oclId, wallet }: { oclId: string; wallet: Address },
  scope: CallScope = {},
): Promise<Role | null> {
  const id = normalizeOclId(oclId);
  const calls = [
    encodeFunctionData({ abi: accessResolverAbi, functionName: 'hasRole', args: [id, wallet, viewer] }),
    encodeFunctionData({ abi: accessResolverAbi, functionName: 'hasRole', args: [id, wallet, contributor] }),
    encodeFunctionData({
      abi: accessResolverAbi,
      functionName: 'isAuthorizedSignerForTba',
      args: [wallet, decodeOclId(id).account],
    }),
  ];
  const to = chain.contracts.accessResolver;
  const hostile = { contract: `holder of ${id}` };
  if (chain.untrusted.burnedFor(hostile) === 0) {
    const reads = calls.map((data) => ({ to, data, gas: callGas }));
    const answers = await readBounded({ client: chain.node, head: chain.head }, reads, {
      maxBytes: resultBytes,
    });
    if (!answers.some(({ isExhausted }) => isExhausted)) return roleOf(answers.map(roleAnswerOf));
    chain.untrusted.noteBurn(hostile);
  }
  const answers: (boolean | null)[] = [];
  for (const data of calls) {
    const asker = { wallet, ...scope, lab: id };
    const answer = await callUntrustedContract(chain, { to, data, scope: asker, budget: 'large' });
    if (answer.kind === 'failed' && answer.failure === 'OUT_OF_GAS') {
      throw outOfGas(
        'The contract that holds this lab runs out of gas when its owners are read.',
        chain.untrusted.burnedFor({ ...asker, contract: to }),
      );
    }
    answers.push(answer.kind === 'returned' ? decodeBoolean(answer.data) : null);
  }
  return roleOf(answers);
}

/**
 * Returns those of these wallets that have any role in a lab at the latest block, by one request to the node. Where the contract that holds
 * the lab uses up the gas of an answer, that wallet and those after it count as without a role: this authorizes nothing.
 * @param wallets at most 20
 * @throws ServiceError `UPSTREAM_UNAVAILABLE`
 */
export async function readMembers(
  chain: ChainClient,
  oclId: string,
  wallets: readonly Address[],
): Promise<Set<string>> {
  const id = normalizeOclId(oclId);
  const hostile = { contract: `holder of ${id}` };
  if (wallets.length === 0 || chain.untrusted.burnedFor(hostile) > 0) return new Set();
  const reads = wallets.map((wallet) => ({
    to: chain.contracts.accessResolver,
    data: encodeFunctionData({ abi: accessResolverAbi, functionName: 'hasRole', args: [id, wallet, viewer] }),
    gas: callGas,
  }));
  const answers = await readBounded({ client: chain.node, head: chain.head }, reads, {
    maxBytes: resultBytes,
  });
  if (answers.some(({ isExhausted }) => isExhausted)) chain.untrusted.noteBurn(hostile);
  return new Set(wallets.filter((_, at) => answers[at] && roleAnswerOf(answers[at]) === true));
}

function roleOf([mayView, mayContribute, isOwner]: (boolean | null | undefined)[]): Role | null {
  // `hasRole` reverts for a forged id. `isAuthorizedSignerForTba` reads the account only and would not detect it.
  if (mayView === null) return null;
  if (isOwner) return 'OWNER';
  if (mayContribute) return 'CONTRIBUTOR';
  return mayView ? 'VIEWER' : null;
}

/** `null` for a call that reverted. */
function roleAnswerOf({ success, data }: BoundedResult): boolean | null {
  return success ? decodeBoolean(data) : null;
}

/** @throws ServiceError `UPSTREAM_UNAVAILABLE` when the data is not a boolean, which means the contract is missing */
function decodeBoolean(data: Hex): boolean {
  try {
    return decodeFunctionResult({ abi: accessResolverAbi, functionName: 'hasRole', data });
  } catch (error) {
    throw chainUnavailable(error);
  }
}
