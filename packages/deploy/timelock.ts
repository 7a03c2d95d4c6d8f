import type { Check } from '@labroom/contracts/check';
import type { Address } from '@labroom/contracts/networks';
import { type Hex, keccak256, toHex, zeroAddress, zeroHash } from 'viem';

/** Roles of the timelock. A proposer may also cancel. */
export const roles = {
  PROPOSER_ROLE: keccak256(toHex('PROPOSER_ROLE')),
  EXECUTOR_ROLE: keccak256(toHex('EXECUTOR_ROLE')),
  CANCELLER_ROLE: keccak256(toHex('CANCELLER_ROLE')),
} as const;

/** The contracts that the timelock owns, by their roles. */
export const ownedContracts = {
  labNft: 'LabNFT',
  accessResolver: 'AccessResolver proxy',
  tokenizerPolicy: 'OclTokenizerPolicy proxy',
  didRegistry: 'DidRegistry proxy',
  recordAnchor: 'RecordAnchor',
} as const;

/** A Safe behind a timelock owns the contracts. */
export interface Administrators {
  safe: Address;
  /** Seconds between the proposal and the execution of every call of the owner. */
  delaySeconds: bigint;
  /** Sends the deployment, and has no right. `null`: unknown. */
  deployer: Address | null;
}

/** What is true of the timelock after the deployment: a role of the zero address would be everybody's. */
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
  const others = deployer ? [deployer, zeroAddress] : [zeroAddress];
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
      ...others.map((other) => hasRole(role, id, other, false)),
    ]),
    ...others.map((other) => hasRole('DEFAULT_ADMIN_ROLE', zeroHash, other, false)),
    hasRole('DEFAULT_ADMIN_ROLE', zeroHash, safe, false),
    hasRole('DEFAULT_ADMIN_ROLE', zeroHash, timelock, true),
  ];
}
