import { accessResolverAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { type GrantableRole, roleNames } from './roles.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface RevokeRoleInput {
  network: Network;
  lab: { oclId: string; name: string };
  account: `0x${string}`;
  /** The current role. */
  role: GrantableRole;
}

/** `AccessResolver.revokeRole`: revokes a granted role. */
export function revokeRole({ network, lab, account, role }: RevokeRoleInput): Transaction {
  return transactionOf({
    title: `Revoke ${roleNames[role]}`,
    effect: `${account} is no longer a ${roleNames[role]} of ${lab.name}, and can no longer open encrypted files. It may have kept copies of files it opened before.`,
    facts: { Wallet: account },
    address: network.contracts.accessResolver,
    abi: accessResolverAbi,
    functionName: 'revokeRole',
    args: [lab.oclId, account],
  });
}
