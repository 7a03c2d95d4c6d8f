/** One contract call with the required result. `:userAddress` in the parameters stands for the reader's wallet. */
export interface EvmContractCondition {
  conditionType: 'evmContract';
  contractAddress: string;
  chain: string;
  functionName: string;
  functionParams: string[];
  functionAbi: {
    name: string;
    inputs: { name: string; type: string }[];
    outputs: { name: string; type: string }[];
    stateMutability: string;
    type: 'function';
  };
  /** `key` names an output of a function with several outputs; otherwise it is empty. */
  returnValueTest: { key: string; comparator: Comparator; value: string };
}

type Comparator = '=' | '!=' | '>' | '>=' | '<' | '<=';

interface BooleanCondition {
  operator: 'and' | 'or';
}

/** Conditions joined by operators, evaluated from left to right without precedence. */
export type AccessCondition = EvmContractCondition | BooleanCondition;

export const USER_ADDRESS = ':userAddress';

/** Roles of the AccessResolver that can be granted. A higher role includes the lower one. */
export const ROLES = { viewer: 1, contributor: 2 } as const;

/** The chain of the conditions, as in `contracts/networks.ts`. */
export interface ConditionNetwork {
  name: string;
  contracts: { accessResolver: string; accessList?: string | undefined };
}

/**
 * "Team": wallets with a role. The contract's `hasRole` includes the lab's owners, directly or through a Safe
 * or an account, so one condition is enough.
 */
export function conditionsForTeam(
  oclId: string,
  network: ConditionNetwork,
  role: keyof typeof ROLES = 'viewer',
): AccessCondition[] {
  return [
    {
      conditionType: 'evmContract',
      contractAddress: network.contracts.accessResolver,
      chain: network.name,
      functionName: 'hasRole',
      functionParams: [oclId.toLowerCase(), USER_ADDRESS, String(ROLES[role])],
      functionAbi: {
        name: 'hasRole',
        inputs: [
          { name: 'oclId', type: 'bytes32' },
          { name: 'account', type: 'address' },
          { name: 'role', type: 'uint8' },
        ],
        outputs: [{ name: '', type: 'bool' }],
        stateMutability: 'view',
        type: 'function',
      },
      returnValueTest: { key: '', comparator: '=', value: 'true' },
    },
  ];
}

/**
 * "Token holders": wallets with a role, or with a balance of at least `minimum` of the token's
 * smallest unit. The team comes first, so that it can open the file even if the token call fails.
 */
export function conditionsForHolders(
  oclId: string,
  network: ConditionNetwork,
  token: { address: string },
  minimum: bigint,
): AccessCondition[] {
  const holders: EvmContractCondition = {
    conditionType: 'evmContract',
    contractAddress: token.address,
    chain: network.name,
    functionName: 'balanceOf',
    functionParams: [USER_ADDRESS],
    functionAbi: {
      name: 'balanceOf',
      inputs: [{ name: 'account', type: 'address' }],
      outputs: [{ name: '', type: 'uint256' }],
      stateMutability: 'view',
      type: 'function',
    },
    returnValueTest: { key: '', comparator: '>=', value: String(minimum) },
  };
  return [...conditionsForTeam(oclId, network), { operator: 'or' }, holders];
}

/**
 * "Or anybody on the list": wallets that a writer of the lab listed for a subject on its access list, until they are taken off it. An `or`
 * before it opens to them what the conditions before it protect, and nothing else (docs/specification/files.md#sharing).
 * @param list address of the `AccessList`
 * @param subject 32 bytes in hex, of files as `filesSubject` computes it
 */
export function conditionForList(
  oclId: string,
  network: { name: string; list: string },
  subject: string,
): EvmContractCondition {
  return {
    conditionType: 'evmContract',
    contractAddress: network.list,
    chain: network.name,
    functionName: 'isListed',
    functionParams: [oclId.toLowerCase(), subject.toLowerCase(), USER_ADDRESS],
    functionAbi: {
      name: 'isListed',
      inputs: [
        { name: 'oclId', type: 'bytes32' },
        { name: 'subject', type: 'bytes32' },
        { name: 'reader', type: 'address' },
      ],
      outputs: [{ name: '', type: 'bool' }],
      stateMutability: 'view',
      type: 'function',
    },
    returnValueTest: { key: '', comparator: '=', value: 'true' },
  };
}
