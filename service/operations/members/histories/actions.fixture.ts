import { accessResolverAbi, labAccountAbi, labNftAbi } from '@labroom/contracts/abi';
import type { ContractAddresses } from '@labroom/contracts/networks';
import { safeAbi } from '@labroom/testing/safe.ts';
import fc from 'fast-check';
import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Call, ChainActors } from './chain-actors.fixture.ts';
import type { Granted, ModelLab, RoleModel } from './role-model.fixture.ts';

/** Relative frequencies. */
const kinds = {
  grant: 14,
  revoke: 3,
  renounce: 1,
  revokeAll: 1,
  transfer: 4,
  swapSafeOwner: 2,
  addSafeOwner: 2,
  removeSafeOwner: 1,
  changeSafeThreshold: 1,
  lock: 1,
  pause: 1,
  unpause: 1,
  later: 3,
} as const;
type Kind = keyof typeof kinds;

/** Numbers choose from the actors that there are, so that a part of a history is a history. */
export interface Action {
  kind: Kind;
  lab: 0 | 1;
  /**
   * `holder`: the present holder of the lab, the owner of the account, or who may pause. `contributor`: one of the lab's, if there is one.
   */
  by: number | 'holder' | 'contributor';
  to: number;
  other: number;
  role: Granted;
  /** Seconds from now; 0 is permanent. */
  expiry: number;
  isAgent: boolean;
}

const someone = fc.nat({ max: 1_000 });
export const histories = fc.array(
  fc.record<Action>({
    kind: fc.oneof(
      ...Object.entries(kinds).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) })),
    ),
    lab: fc.constantFrom(0, 1),
    by: fc.oneof(fc.constant('holder' as const), fc.constant('contributor' as const), someone),
    to: someone,
    other: someone,
    role: fc.constantFrom(1, 2, 2),
    expiry: fc.constantFrom(0, 0, 100, 1_000, -10),
    isAgent: fc.boolean(),
  }),
  { minLength: 9, maxLength: 13 },
);

export interface Stage {
  actors: ChainActors;
  contracts: ContractAddresses;
  model: RoleModel;
  labs: readonly (ModelLab & { oclId: Hex; tokenId: bigint })[];
  safe: string;
  /** Everyone who is asked about, lowercase: keys, Safe, accounts, escrow, vault. */
  everyone: readonly string[];
}

/** What happened, and as what the sender acted: `grant by contributor accepted`. `nobody`: the sender is a contract that nobody moves. */
export type Outcome = `${Kind} by ${string} ${'accepted' | 'refused' | 'nobody'}`;

/**
 * Sends the transaction of an action.
 * @throws Error where the chain accepts what the model refuses, or the other way round
 */
export async function act(stage: Stage, action: Action): Promise<Outcome> {
  const { actors, model } = stage;
  if (action.kind === 'later') {
    await actors.skip(130);
    return 'later by clock accepted';
  }
  const { by, call, expect } = await transactionOf(stage, action);
  const route = await actors.route(model, by, call);
  const outcome = `${action.kind} by ${standingOf(stage, action, by, await actors.now())}` as const;
  if (!route) return `${outcome} nobody`;
  const { isAccepted, now } = await actors.send(route.from, route);
  const isLocked = route.accounts.some((account) => model.isLocked(account, now));
  const isExpected = !isLocked && expect(now);
  if (isAccepted !== isExpected)
    throw new Error(`The chain ${isAccepted ? 'accepted' : 'refused'} ${action.kind} by ${by} at ${now}`);
  return isAccepted ? `${outcome} accepted` : `${outcome} refused`;
}

function standingOf({ model, labs, safe }: Stage, action: Action, by: string, now: number): string {
  const lab = labs[action.lab];
  if (by === safe && action.kind.includes('Safe')) return 'Safe';
  if (by === model.administrator) return 'administrator';
  if (!lab || by === lab.holder) return 'holder';
  return ['stranger', 'viewer', 'contributor', 'owner'][model.strengthOf(lab, by, now)] ?? '';
}

function chosen(all: readonly string[], members: readonly string[], at: number): string {
  const some = at % 2 === 1 && members.length > 0 ? members : all;
  return some[(at >> 1) % some.length] ?? '';
}

/** Who sends what, and what the model says about it. */
async function transactionOf(
  stage: Stage,
  action: Action,
): Promise<{ by: string; call: Call; expect: (now: number) => boolean }> {
  const { actors, contracts, model, everyone } = stage;
  const lab = stage.labs[action.lab];
  if (!lab) throw new Error('A history has two labs');
  // Those with a role of the lab are chosen as often as all others.
  const members = [...lab.grants.keys()];
  const one = (at: number) => chosen(everyone, members, at);
  const contributor = members.find((wallet) => lab.grants.get(wallet)?.role === 2);
  const byWhom = (rightful: string) => {
    if (action.by === 'holder') return rightful;
    if (action.by === 'contributor') return contributor ?? rightful;
    return chosen([...everyone, model.administrator], members, action.by);
  };
  // Contributors may let in viewers alone, so most of their grants are that.
  const role = action.by === 'contributor' && !action.isAgent ? 1 : action.role;
  const resolver = (data: Hex): Call => ({ to: contracts.accessResolver, data });
  const { oclId } = lab;
  const abi = accessResolverAbi;
  const [to, other] = [one(action.to) as Address, one(action.other) as Address];
  const by = byWhom(lab.holder);

  switch (action.kind) {
    case 'grant': {
      const expiry = action.expiry === 0 ? 0 : (await actors.now()) + action.expiry;
      const args = [oclId, to, role, BigInt(expiry), action.isAgent] as const;
      const call = resolver(encodeFunctionData({ abi, functionName: 'grantRole', args }));
      return { by, call, expect: (now) => model.grant(lab, by, { to, role, expiry }, now) };
    }
    case 'revoke': {
      const wallets = action.isAgent ? [to, other] : [to];
      const call = action.isAgent
        ? encodeFunctionData({ abi, functionName: 'revokeRoles', args: [oclId, wallets] })
        : encodeFunctionData({ abi, functionName: 'revokeRole', args: [oclId, to] });
      return { by, call: resolver(call), expect: (now) => model.revoke(lab, by, wallets, now) };
    }
    case 'renounce': {
      const call = resolver(encodeFunctionData({ abi, functionName: 'renounceRole', args: [oclId] }));
      return { by, call, expect: () => model.renounce(lab, by) };
    }
    case 'revokeAll': {
      const call = resolver(encodeFunctionData({ abi, functionName: 'revokeAll', args: [oclId] }));
      return { by, call, expect: () => model.revokeAll(lab, by) };
    }
    case 'transfer': {
      // Every second time to the Safe, whose owners change.
      const next = action.isAgent ? (stage.safe as Address) : to;
      const args = [lab.holder as Address, next, lab.tokenId] as const;
      const data = encodeFunctionData({ abi: labNftAbi, functionName: 'transferFrom', args });
      return { by, call: { to: contracts.labNft, data }, expect: () => model.transfer(lab, by, next) };
    }
    case 'lock': {
      const accounts = [...stage.labs.map(({ account }) => account), ...model.accountOwners.keys()];
      const account = accounts[action.to % accounts.length] ?? '';
      const sender = byWhom(model.ownerOf(account) ?? '');
      const until = (await actors.now()) + 150;
      const data = encodeFunctionData({ abi: labAccountAbi, functionName: 'lock', args: [BigInt(until)] });
      return {
        by: sender,
        call: { to: account as Address, data },
        expect: (now) => model.lock(account, sender, until, now),
      };
    }
    case 'pause': {
      const sender = byWhom(model.guardian);
      const call = resolver(encodeFunctionData({ abi, functionName: 'pause' }));
      return { by: sender, call, expect: (now) => model.pauseBy(sender, now) };
    }
    case 'unpause': {
      const sender = byWhom(model.administrator);
      const call = resolver(encodeFunctionData({ abi, functionName: 'unpause' }));
      return { by: sender, call, expect: (now) => model.unpauseBy(sender, now) };
    }
    default:
      return safeTransactionOf(stage, action, other);
  }
}

/** A change of the Safe's owners, by the Safe. */
async function safeTransactionOf({ actors, model, safe }: Stage, action: Action, added: Address) {
  const { threshold } = model.safes.get(safe) ?? { threshold: 1 };
  const order = (await actors.ownersInOrder(safe)).map((owner) => owner.toLowerCase() as Address);
  const at = action.to % order.length;
  const [removed, rest] = [order[at] ?? added, order.filter((_, index) => index !== at)];
  const previous = order[at - 1] ?? '0x0000000000000000000000000000000000000001';
  const kept = Math.max(1, Math.min(threshold, rest.length));
  const wanted = 1 + (action.other % 3);
  const abi = safeAbi;
  const changes = {
    swapSafeOwner: [
      encodeFunctionData({ abi, functionName: 'swapOwner', args: [previous, removed, added] }),
      { owners: order.includes(added) ? [added, added] : [...rest, added], threshold },
    ],
    addSafeOwner: [
      encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [added, BigInt(threshold)] }),
      { owners: [...order, added], threshold },
    ],
    removeSafeOwner: [
      encodeFunctionData({ abi, functionName: 'removeOwner', args: [previous, removed, BigInt(kept)] }),
      { owners: rest, threshold: kept },
    ],
    changeSafeThreshold: [
      encodeFunctionData({ abi, functionName: 'changeThreshold', args: [BigInt(wanted)] }),
      { owners: order, threshold: wanted },
    ],
  } as const;
  const kind = action.kind as keyof typeof changes;
  const [data, { owners, threshold: next }] = changes[kind];
  const change = { owners: [...owners], threshold: next };
  return { by: safe, call: { to: safe as Address, data }, expect: () => model.changeSafe(safe, change) };
}
