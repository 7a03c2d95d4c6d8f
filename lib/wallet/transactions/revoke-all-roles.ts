import { accessResolverAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { type Transaction, transactionOf } from './transaction.ts';

export interface RevokeAllRolesInput {
  network: Network;
  lab: { oclId: string; name: string };
  /** Number of granted roles that end. */
  count: number;
}

/** `AccessResolver.revokeAll`: revokes every granted role of a lab. */
export function revokeAllRoles({ network, lab, count }: RevokeAllRolesInput): Transaction {
  return transactionOf({
    title: 'Remove all members',
    effect: `Every role granted in ${lab.name} ends. Files encrypted for the team then open for its owners alone. Members may have kept copies of files they opened before.`,
    facts: { Members: String(count) },
    address: network.contracts.accessResolver,
    abi: accessResolverAbi,
    functionName: 'revokeAll',
    args: [lab.oclId],
  });
}
