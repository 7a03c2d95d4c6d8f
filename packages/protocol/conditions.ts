/** One call whose answer decides; `:userAddress` in the parameters stands for the wallet that asks. */
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
  /** `key` names an output of a function with several, else it is empty. */
  returnValueTest: { key: string; comparator: Comparator; value: string };
}

type Comparator = '=' | '!=' | '>' | '>=' | '<' | '<=';

interface BooleanCondition {
  operator: 'and' | 'or';
}

/** Conditions with an operator between each two, read from left to right without precedence. */
export type AccessCondition = EvmContractCondition | BooleanCondition;

export const USER_ADDRESS = ':userAddress';

/** The roles of the AccessResolver that can be granted. Who has a higher one has the lower one too. */
export const ROLES = { viewer: 1, contributor: 2 } as const;

/** The chain that conditions are asked on, as `contracts/networks.ts` describes it. */
interface ConditionNetwork {
  name: string;
  contracts: { accessResolver: string };
}

/**
 * "Only my team": whoever has at least the role now. The contract's `hasRole` counts the lab's owners in, directly or
 * through a Safe or an account, so one condition is enough.
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
 * "My team and holders of the lab's token": whoever has a role now, or a balance of at least `minimum` of the token's
 * smallest unit. The team comes first, so that it opens the file whatever becomes of the token.
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
