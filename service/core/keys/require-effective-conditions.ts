import { randomBytes } from 'node:crypto';
import { type Address, bytesToHex } from 'viem';
import { callScopeOf } from '#auth/caller.ts';
import { chainUnavailable } from '#chain/call-failure.ts';
import type { ChainClient } from '#chain/chain-client.ts';
import { type AccessConditions, InvalidConditionError } from '#chain/conditions/conditions.ts';
import { invalidConditions } from '#chain/conditions/parse-conditions.ts';
import type { CheckContext } from '../rights/authorize.ts';
import { evaluateFor, storedConditions } from './stored-conditions.ts';

/**
 * Checks new conditions against the chain: each contract has code, and a random wallet does not meet them. Stored conditions
 * are not checked again, because contracts change.
 * @param text accepted by `parseNewConditions`
 * @throws ServiceError `VALIDATION_FAILED`, reason `INVALID_CONDITIONS`, rule `NO_CODE` or `MET_BY_ANYONE`;
 * `UPSTREAM_UNAVAILABLE` and `RATE_LIMITED` as `evaluateConditions`
 */
export async function requireEffectiveConditions(
  context: CheckContext,
  oclId: string,
  text: string,
): Promise<void> {
  const conditions = storedConditions(context, text);
  const scope = { ...callScopeOf(context), lab: oclId };
  const userAddress = bytesToHex(randomBytes(20));
  // First, as it also refuses a node that is behind: such a node may not have the contract yet.
  const { met } = await evaluateFor(context, conditions, { userAddress, scope });
  const withoutCode = await findWithoutCode(context.chain, conditions);
  if (withoutCode) {
    const message = `there is no contract at ${withoutCode.address}`;
    throw invalidConditions(new InvalidConditionError('NO_CODE', message), withoutCode.index);
  }
  if (met) {
    const message = 'a random wallet meets them, so every wallet could open the file';
    throw invalidConditions(new InvalidConditionError('MET_BY_ANYONE', message));
  }
}

/** The first contract without code. `index`: its place in the array, in which operators count too. */
async function findWithoutCode(
  { node }: ChainClient,
  { predicates }: AccessConditions,
): Promise<{ address: Address; index: number } | undefined> {
  const addresses = predicates.map(({ contractAddress }) => contractAddress);
  const found = await Promise.all(
    [...new Set(addresses)].map(async (address) => ({ address, code: await node.getCode({ address }) })),
  ).catch((error: unknown) => {
    throw chainUnavailable(error);
  });
  const address = found.find(({ code }) => code === undefined)?.address;
  return address && { address, index: 2 * addresses.indexOf(address) };
}
