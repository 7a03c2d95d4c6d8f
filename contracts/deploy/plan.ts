import {
  type AbiFunction,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  keccak256,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem';
import { addressChecks, type Check } from '../check.ts';
import type { Address, ContractAddresses } from '../networks.ts';
import type { bytecodes } from './bytecode.generated.ts';
import { type Create2Step, create2Step } from './create2.ts';
import { erc6551RegistryDeployment } from './erc6551-registry.ts';
import {
  type Administrators,
  administrationBatch,
  administrationChecks,
  type OwnerBatch,
  type Setting,
} from './timelock.ts';

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
  settings: readonly Setting[];
  addresses: SuiteAddresses;
  /** Makes all settings in one transaction of the timelock. `null`: the owner's key sends each setting itself. */
  ownerBatch: OwnerBatch | null;
  checks: readonly Check[];
}

export interface SuiteAddresses extends ContractAddresses {
  tokenizer: Address;
  tokenizerPolicy: Address;
  termsPermissioner: Address;
  didRegistry: Address;
  relayerAccount: Address;
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

export interface LocalPlanOptions {
  bytecodes: Bytecodes;
  /** Owner of the contracts: sets fees, upgrades, administers roles. */
  owner: Address;
  /** Accounts that start with stablecoins. */
  holders: readonly Address[];
  relayer: Address;
  attesters: { data: Address; service: Address };
}

/** Mint fee on the local chain in wei. It is not 0, so that the payment is tested. */
const LOCAL_MINT_FEE_WEI = 10n ** 15n;
/** Initial balance of each holder: 10,000 stablecoins with 6 decimals. */
const INITIAL_STABLECOINS = 10_000n * 10n ** 6n;
/** The salt of the published EntryPoint v0.8. */
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9';

/** The deployment to the local chain, where a key owns the contracts. */
export function planLocalDeployment(options: LocalPlanOptions): Plan & { addresses: LocalAddresses } {
  const { bytecodes, owner, holders } = options;
  const { step, plain } = stepsOf(bytecodes, zeroHash);
  const stablecoin = step(
    'DevStablecoin',
    'DevStablecoin',
    ['address[]', 'uint256'],
    [holders, INITIAL_STABLECOINS],
  );
  const batchAccount = plain('DevBatchAccount');
  const suite = planSuite({ ...options, mintFeeWei: LOCAL_MINT_FEE_WEI }, owner, stablecoin.address);
  return {
    ...suite,
    contracts: [...suite.contracts, stablecoin, batchAccount],
    addresses: { ...suite.addresses, batchAccount: batchAccount.address },
    ownerBatch: null,
  };
}

/** The deployment to a public chain, where a Safe behind a timelock owns the contracts from their first block on. */
export function planDeployment(
  options: SuiteOptions & { administrators: Administrators; stablecoin: Address },
): Plan & { timelock: Address } {
  const { bytecodes, administrators, salt = zeroHash } = options;
  const { safe, deployer } = administrators;
  const { step } = stepsOf(bytecodes, salt);
  // The deployer's roles and the delay of zero end in the transaction that makes the settings.
  const timelock = step(
    'TimelockController',
    'TimelockController',
    ['uint256', 'address[]', 'address[]', 'address'],
    [0n, [safe, deployer], [safe, deployer], zeroAddress],
  );
  const suite = planSuite(options, timelock.address, options.stablecoin);
  return {
    ...suite,
    contracts: [timelock, ...suite.contracts],
    timelock: timelock.address,
    ownerBatch: administrationBatch(timelock.address, administrators, suite.settings),
    checks: [...suite.checks, ...administrationChecks(timelock.address, administrators)],
  };
}

/**
 * The contracts of the suite in order. Each address depends on code and arguments only, so equal options give equal
 * addresses on every chain.
 */
function planSuite(options: SuiteOptions, owner: Address, usdc: Address): Omit<Plan, 'ownerBatch'> {
  const { bytecodes, salt = zeroHash, mintFeeWei, relayer, attesters } = options;
  const { guardian = zeroAddress, metadataBase = '' } = options;
  const { step, plain, proxy } = stepsOf(bytecodes, salt);
  const registry: PlannedContract = {
    ...create2Step('ERC6551Registry', erc6551RegistryDeployment.salt, erc6551RegistryDeployment.initCode),
    contract: 'ERC6551Registry',
    constructorArguments: '0x',
  };
  const entryPoint: PlannedContract = {
    ...create2Step('EntryPoint', ENTRY_POINT_SALT, bytecodes.EntryPoint),
    contract: 'EntryPoint',
    constructorArguments: '0x',
  };
  const labAccount = plain('LabAccount');
  const labNft = step(
    'LabNFT',
    'LabNFT',
    ['address', 'address', 'uint256', 'string'],
    [owner, labAccount.address, mintFeeWei, metadataBase],
  );
  const [factory] = createdBy(labNft.address, [
    {
      name: 'OnChainLabFactory',
      contract: 'OnChainLabFactory',
      types: ['address', 'address'],
      values: [labNft.address, labAccount.address],
    },
  ]);
  const resolverCode = step('AccessResolver', 'AccessResolver', ['address'], [labNft.address]);
  const resolver = proxy(
    'AccessResolver proxy',
    resolverCode.address,
    initializeCall({ initialOwner: owner, initialGuardian: guardian }),
  );
  const policyCode = plain('OclTokenizerPolicy');
  const tokenizer = step(
    'OclTokenizer',
    'OclTokenizer',
    ['address', 'address', 'address', 'address'],
    [labNft.address, policyCode.address, owner, guardian],
  );
  const [labToken, wrappedLabToken, permissioner, policy] = createdBy(tokenizer.address, [
    { name: 'LabToken', contract: 'LabToken', types: ['address'], values: [labNft.address] },
    { name: 'WrappedLabToken', contract: 'WrappedLabToken', types: [], values: [] },
    {
      name: 'OclTermsPermissioner',
      contract: 'OclTermsPermissioner',
      types: ['address'],
      values: [tokenizer.address],
    },
    {
      name: 'OclTokenizerPolicy proxy',
      contract: 'ERC1967Proxy',
      types: ['address', 'bytes'],
      values: [policyCode.address, initializeCall({ initialOwner: owner, initialGuardian: guardian })],
    },
  ]);
  const didRegistryCode = step('DidRegistry', 'DidRegistry', ['address'], [labNft.address]);
  const relayerAccount = step('RelayerAccount', 'RelayerAccount', ['address'], [relayer]);
  const didRegistry = proxy(
    'DidRegistry proxy',
    didRegistryCode.address,
    initializeCall({
      initialOwner: owner,
      initialGuardian: guardian,
      dataAttester: attesters.data,
      serviceAttester: attesters.service,
      relayer: relayerAccount.address,
    }),
  );

  const owned = [labNft, resolver, policy, didRegistry];
  return {
    contracts: [
      registry,
      entryPoint,
      labAccount,
      labNft,
      resolverCode,
      resolver,
      policyCode,
      tokenizer,
      didRegistryCode,
      didRegistry,
      relayerAccount,
    ],
    created: [factory, labToken, wrappedLabToken, permissioner, policy],
    settings: [],
    checks: [
      ...addressChecks('LabNFT', labNft.address, { factory: factory.address }),
      ...addressChecks(didRegistry.name, didRegistry.address, {
        dataAttester: attesters.data,
        serviceAttester: attesters.service,
        relayer: relayerAccount.address,
      }),
      ...[resolver, policy, didRegistry].flatMap(({ name, address }) =>
        addressChecks(name, address, { guardian }),
      ),
      {
        name: `LabNFT.baseURI() is ${metadataBase}`,
        address: labNft.address,
        read: 'baseURI() view returns (string)',
        args: [],
        expected: metadataBase,
      },
      ...owned.flatMap(({ name, address }) =>
        addressChecks(name, address, { owner, pendingOwner: zeroAddress }),
      ),
      ...addressChecks('LabNFT', labNft.address, { accountImplementation: labAccount.address }),
      ...addressChecks('OnChainLabFactory', factory.address, { labNft: labNft.address }),
      ...[resolver, tokenizer, didRegistry].flatMap(({ name, address }) =>
        addressChecks(name, address, { labNft: labNft.address }),
      ),
      ...addressChecks('OclTokenizer', tokenizer.address, {
        policy: policy.address,
        permissioner: permissioner.address,
        labTokenImplementation: labToken.address,
        wrappedLabTokenImplementation: wrappedLabToken.address,
      }),
      ...addressChecks('OclTermsPermissioner', permissioner.address, { tokenizer: tokenizer.address }),
      ...addressChecks('RelayerAccount', relayerAccount.address, {
        owner: relayer,
        pendingOwner: zeroAddress,
      }),
      {
        name: `LabNFT.mintFeeWei() is ${mintFeeWei}`,
        address: labNft.address,
        read: 'mintFeeWei() view returns (uint256)',
        args: [],
        expected: String(mintFeeWei),
      },
    ],
    addresses: {
      labNft: labNft.address,
      factory: factory.address,
      accessResolver: resolver.address,
      tokenizer: tokenizer.address,
      tokenizerPolicy: policy.address,
      termsPermissioner: permissioner.address,
      didRegistry: didRegistry.address,
      relayerAccount: relayerAccount.address,
      dataAttester: attesters.data,
      serviceAttester: attesters.service,
      entryPoint: entryPoint.address,
      erc6551Registry: registry.address,
      usdc,
      accountImplementation: labAccount.address,
      labTokenImplementation: labToken.address,
      wrappedLabTokenImplementation: wrappedLabToken.address,
    },
  };
}

/** Identifies what a plan deploys and sets, so that an interrupted deployment is not continued with another one. */
export function hashOfPlan({ contracts, ownerBatch }: Plan): Hex {
  return keccak256(toHex(JSON.stringify([contracts.map(({ address }) => address), ownerBatch?.schedule])));
}

interface CreatedPart {
  name: string;
  contract: keyof Bytecodes;
  types: readonly string[];
  /** Arguments of the constructor. */
  values: readonly unknown[];
}

/** The first contracts that the constructor of a contract creates, in order. */
function createdBy<const Parts extends readonly CreatedPart[]>(creator: Address, parts: Parts) {
  const created = parts.map(({ name, contract, types, values }, index) => ({
    name,
    contract,
    address: getContractAddress({ from: creator, nonce: BigInt(index + 1) }),
    constructorArguments: encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    ),
    createdBy: { address: creator, nonce: index + 1 },
  }));
  return created as { [Index in keyof Parts]: CreatedContract };
}

/**
 * What the constructor of a proxy calls in its code.
 * @param values arguments in order, by their names
 */
function initializeCall(values: Readonly<Record<string, Address>>): Hex {
  const inputs = Object.keys(values).map((name) => ({ name, type: 'address' }));
  const initialize: AbiFunction = {
    type: 'function',
    name: 'initialize',
    stateMutability: 'nonpayable',
    inputs,
    outputs: [],
  };
  return encodeFunctionData({ abi: [initialize], args: Object.values(values) });
}

function stepsOf(bytecodes: Bytecodes, salt: Hex) {
  const step = (
    name: string,
    contract: keyof Bytecodes,
    types: readonly string[],
    values: readonly unknown[],
  ): PlannedContract => {
    const constructorArguments = encodeAbiParameters(
      types.map((type) => ({ type })),
      values,
    );
    const initCode = concatHex([bytecodes[contract], constructorArguments]);
    return { ...create2Step(name, salt, initCode), contract, constructorArguments };
  };
  return {
    step,
    plain: (contract: keyof Bytecodes) => step(contract, contract, [], []),
    /** An ERC-1967 proxy that is initialized in its constructor, so that nobody else can initialize it. */
    proxy(name: string, implementation: Address, initialize: Hex): PlannedContract {
      return step(name, 'ERC1967Proxy', ['address', 'bytes'], [implementation, initialize]);
    },
  };
}
