import type { Check } from '@labroom/contracts/check';
import type { Address } from '@labroom/contracts/networks';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  keccak256,
  parseAbi,
  parseAbiParameters,
  toHex,
  zeroHash,
} from 'viem';

/** OpenZeppelin's `TimelockController`. */
export const timelockAbi = parseAbi([
  'function scheduleBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function executeBatch(address[] targets, uint256[] values, bytes[] payloads, bytes32 predecessor, bytes32 salt) payable',
  'function updateDelay(uint256 newDelay)',
  'function revokeRole(bytes32 role, address account)',
  'function isOperation(bytes32 id) view returns (bool)',
  'function isOperationDone(bytes32 id) view returns (bool)',
]);

/** Roles of the timelock. A proposer may also cancel. */
const roles = {
  PROPOSER_ROLE: keccak256(toHex('PROPOSER_ROLE')),
  EXECUTOR_ROLE: keccak256(toHex('EXECUTOR_ROLE')),
  CANCELLER_ROLE: keccak256(toHex('CANCELLER_ROLE')),
} as const;

/** A call that the owner makes once, because contracts that reference each other cannot both be first. */
export interface Setting {
  name: string;
  to: Address;
  data: Hex;
  /** Reads that show that the setting is made. */
  checks: readonly Check[];
}

/** A Safe behind a timelock owns the contracts. */
export interface Administrators {
  safe: Address;
  /** Seconds between the proposal and the execution of every call of the owner. */
  delaySeconds: bigint;
  /** Sends the deployment. Has no rights after it. */
  deployer: Address;
}

/** The two transactions of the deployer that make every setting and end the deployer's rights. */
export interface OwnerBatch {
  timelock: Address;
  /** Id of the timelock's operation. */
  id: Hex;
  schedule: Hex;
  execute: Hex;
}

/**
 * The owner's settings as one operation of the timelock. Its last calls set the delay and take the deployer's roles, so
 * there is no moment at which the contracts are configured and the deployer still has rights.
 */
export function administrationBatch(
  timelock: Address,
  { delaySeconds, deployer }: Administrators,
  settings: readonly Setting[],
): OwnerBatch {
  const own = [
    encodeFunctionData({ abi: timelockAbi, functionName: 'updateDelay', args: [delaySeconds] }),
    ...Object.values(roles).map((role) =>
      encodeFunctionData({ abi: timelockAbi, functionName: 'revokeRole', args: [role, deployer] }),
    ),
  ];
  const calls = [...settings, ...own.map((data) => ({ to: timelock, data }))];
  const batch = [
    calls.map(({ to }) => to),
    calls.map(() => 0n),
    calls.map(({ data }) => data),
    zeroHash,
    zeroHash,
  ] as const;
  return {
    timelock,
    id: keccak256(
      encodeAbiParameters(parseAbiParameters('address[], uint256[], bytes[], bytes32, bytes32'), batch),
    ),
    schedule: encodeFunctionData({
      abi: timelockAbi,
      functionName: 'scheduleBatch',
      args: [...batch, 0n],
    }),
    execute: encodeFunctionData({ abi: timelockAbi, functionName: 'executeBatch', args: batch }),
  };
}

/** What is true of the timelock after the deployment. */
export function administrationChecks(
  timelock: Address,
  { safe, delaySeconds, deployer }: Administrators,
): Check[] {
  const hasRole = (role: string, id: Hex, account: Address, expected: boolean): Check => ({
    name: `${role} of the timelock ${expected ? 'belongs' : 'does not belong'} to ${account}`,
    address: timelock,
    read: 'hasRole(bytes32,address) view returns (bool)',
    args: [id, account],
    expected: String(expected),
  });
  return [
    {
      name: `the delay of the timelock is ${delaySeconds} seconds`,
      address: timelock,
      read: 'getMinDelay() view returns (uint256)',
      args: [],
      expected: String(delaySeconds),
    },
    ...Object.entries(roles).flatMap(([role, id]) => [
      hasRole(role, id, safe, true),
      hasRole(role, id, deployer, false),
    ]),
    hasRole('DEFAULT_ADMIN_ROLE', zeroHash, deployer, false),
    hasRole('DEFAULT_ADMIN_ROLE', zeroHash, safe, false),
    hasRole('DEFAULT_ADMIN_ROLE', zeroHash, timelock, true),
  ];
}
