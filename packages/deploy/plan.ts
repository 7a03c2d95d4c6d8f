import type { Check } from '@labroom/contracts/check';
import type { Address, ContractAddresses } from '@labroom/contracts/networks';
import { type Hex, keccak256, toHex } from 'viem';
import type { bytecodes } from './bytecode.generated.ts';
import type { Create2Step } from './create2.ts';

/** Creation code of all deployed contracts, without constructor arguments. */
export type Bytecodes = Readonly<Record<keyof typeof bytecodes, Hex>>;

/** One contract of a deployment. */
export interface PlannedContract extends Create2Step {
  /** Name of the compiled contract; `ERC6551Registry` is known by its init code only. */
  contract: keyof Bytecodes | 'ERC6551Registry';
  constructorArguments: Hex;
}

/** A contract that the constructor of another one creates. */
export interface CreatedContract {
  name: string;
  contract: keyof Bytecodes;
  address: Address;
  constructorArguments: Hex;
  /** The contract whose constructor creates it, and the nonce that it uses for it. */
  createdBy: { address: Address; nonce: number };
}

/** Everything that a deployment sends, and everything that is true afterwards. */
export interface Plan {
  contracts: readonly PlannedContract[];
  created: readonly CreatedContract[];
  addresses: SuiteAddresses;
  checks: readonly Check[];
}

export interface SuiteAddresses extends ContractAddresses {
  tokenizer: Address;
  tokenizerPolicy: Address;
  termsPermissioner: Address;
  didRegistry: Address;
  relayerAccount: Address;
  accessList: Address;
  personAccountFactory: Address;
  recordAnchor: Address;
  dataAttester: Address;
  serviceAttester: Address;
  accountImplementation: Address;
  labTokenImplementation: Address;
  wrappedLabTokenImplementation: Address;
}

export interface LocalAddresses extends SuiteAddresses {
  /** Code that keys delegate to, so that they send several calls in one transaction. */
  batchAccount: Address;
}

/** Roles and figures of a deployment. */
export interface SuiteOptions {
  bytecodes: Bytecodes;
  /** Makes the addresses of one deployment differ from those of another with equal options. */
  salt?: Hex;
  mintFeeWei: bigint;
  /** Owner of the account through which the service links DIDs. */
  relayer: Address;
  /** Attest DIDs: the attester of the data and that of the service. */
  attesters: { data: Address; service: Address };
  /** Base of the metadata of labs: the web app's `/metadata/`. Absent: wallets show no name and picture. */
  metadataBase?: string | undefined;
  /** May pause new tokens and grants of roles at once, and nothing else. Absent: only the owner may, after its delay. */
  guardian?: Address | undefined;
}

/** Identifies what a plan deploys, with all first settings, so that an interrupted deployment is not continued with another one. */
export function hashOfPlan({ contracts }: Pick<Plan, 'contracts'>): Hex {
  return keccak256(toHex(JSON.stringify(contracts.map(({ address }) => address))));
}
