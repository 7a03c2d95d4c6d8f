import { type Address, decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { accessResolverAbi } from '#contracts/abi.generated.ts';
import { decodeOclId, normalizeOclId } from '#contracts/ocl-id.ts';
import { type BoundedResult, readBounded } from './bounded-reads.ts';
import { chainUnavailable } from './call-failure.ts';
import { callUntrustedContract } from './call-untrusted-contract.ts';
import type { ChainClient } from './chain-client.ts';
import { type CallScope, outOfGas } from './untrusted-calls.ts';

export type Role = 'OWNER' | 'CONTRIBUTOR' | 'VIEWER';

/** As the access resolver numbers them. */
const viewer = 1;
const contributor = 2;
/** Gas of each question. The resolver walks from the holder to its owners; a Safe with 50 owners takes about 450,000. */
const questionGas = 600_000n;
/** A word, or the beginning of an error. */
const answerBytes = 64;

/**
 * The strongest role of a wallet in a lab at this moment, as the access resolver sees it; `null` for none, and for an
 * `oclId` that the chain does not confirm. Three questions, in one call of the node.
 *
 * [Note: a hostile holder] The resolver asks the contracts that hold a lab for their owners, with gas for 50 of them. A lab on
 * which a question runs out of gas is remembered, and from then on its questions wait in the queue of untrusted contracts.
 * @param scope who asks
 * @throws OclIdError when the id is malformed, ServiceError `UPSTREAM_UNAVAILABLE`, and `RATE_LIMITED` for a hostile holder
 */
export async function readRole(
  chain: ChainClient,
  { oclId, wallet }: { oclId: string; wallet: Address },
  scope: CallScope = {},
): Promise<Role | null> {
  const id = normalizeOclId(oclId);
  const questions = [
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
    const reads = questions.map((data) => ({ to, data, gas: questionGas }));
    const answers = await readBounded({ client: chain.node, head: chain.head }, reads, {
      maxBytes: answerBytes,
    });
    if (!answers.some(({ isExhausted }) => isExhausted)) return roleOf(answers.map(yesOf));
    chain.untrusted.noteBurn(hostile);
  }
  const answers: (boolean | null)[] = [];
  for (const data of questions) {
    const asker = { ...scope, wallet, lab: id };
    const answer = await callUntrustedContract(chain, { to, data, scope: asker, budget: 'large' });
    if (answer.kind === 'failed' && answer.failure === 'OUT_OF_GAS') {
      throw outOfGas(
        'The contract that holds this lab runs out of gas when its owners are read.',
        chain.untrusted.burnedFor({ ...asker, contract: to }),
      );
    }
    answers.push(answer.kind === 'returned' ? yes(answer.data) : null);
  }
  return roleOf(answers);
}

function roleOf([mayView, mayContribute, isOwner]: (boolean | null | undefined)[]): Role | null {
  // A revert here says that the id is forged; the question about the account alone would not notice.
  if (mayView === null) return null;
  if (isOwner) return 'OWNER';
  if (mayContribute) return 'CONTRIBUTOR';
  return mayView ? 'VIEWER' : null;
}

/** `null` for a question that reverted. */
function yesOf({ success, data }: BoundedResult): boolean | null {
  return success ? yes(data) : null;
}

/** @throws ServiceError `UPSTREAM_UNAVAILABLE` for what is no boolean: there is no such contract */
function yes(data: Hex): boolean {
  try {
    return decodeFunctionResult({ abi: accessResolverAbi, functionName: 'hasRole', data });
  } catch (error) {
    throw chainUnavailable(error);
  }
}
