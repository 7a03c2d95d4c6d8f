import { accessResolverAbi } from '@labroom/contracts/abi';
import type { Network } from '@labroom/contracts/networks';
import { utcText } from '#lib/dates/date-text.ts';
import { type GrantableRole, roleNames, roleNumbers } from './roles.ts';
import { type Transaction, transactionOf } from './transaction.ts';

export interface GrantRoleInput {
  network: Network;
  lab: { oclId: string; name: string };
  account: `0x${string}`;
  role: GrantableRole;
  /** `null`: no expiry. */
  expiry: Date | null;
  /** The wallet belongs to a software agent; informational. */
  isAgent: boolean;
}

/** `AccessResolver.grantRole`: grants a role, or replaces the wallet's current one. */
export function grantRole({ network, lab, account, role, expiry, isAgent }: GrantRoleInput): Transaction {
  const until = expiry ? `until ${utcText(expiry, 'datetime')}` : 'without an expiry date';
  const seconds = expiry ? BigInt(Math.floor(expiry.getTime() / 1000)) : 0n;
  return transactionOf({
    title: `Grant ${roleNames[role]}`,
    effect: `${account} is a ${roleNames[role]} of ${lab.name} ${until}. It replaces the wallet’s current role.`,
    facts: {
      Wallet: account,
      Role: `${roleNames[role]}${isAgent ? ', as an agent' : ''}`,
      Ends: expiry ? until.replace('until ', '') : 'never',
    },
    address: network.contracts.accessResolver,
    abi: accessResolverAbi,
    functionName: 'grantRole',
    args: [lab.oclId, account, roleNumbers[role], seconds, isAgent],
  });
}
