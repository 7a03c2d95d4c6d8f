import { concatHex, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi, zeroHash } from 'viem';
import type { Address, ContractAddresses } from '../networks.ts';
import { type Create2Step, create2Step } from './create2.ts';
import { erc6551RegistryDeployment } from './erc6551-registry.ts';

/** Creation code of all deployed contracts, without constructor arguments. */
export type Bytecodes = Readonly<
  Record<
    | 'EntryPoint'
    | 'ERC1967Proxy'
    | 'LabAccount'
    | 'LabNFT'
    | 'OnChainLabFactory'
    | 'AccessResolver'
    | 'DevStablecoin'
    | 'DevBatchAccount'
    | 'OclTokenizer'
    | 'OclTermsPermissioner'
    | 'LabToken'
    | 'WrappedLabToken'
    | 'DidRegistry'
    | 'RelayerAccount',
    Hex
  >
>;

export interface PlanOptions {
  bytecodes: Bytecodes;
  /** Owner of the contracts: sets fees, upgrades, administers roles. */
  owner: Address;
  /** Accounts that start with stablecoins. */
  holders: readonly Address[];
  /** Owner of the account through which the service links DIDs. */
  relayer: Address;
  /** Attest DIDs: the attester of the data and that of the service. */
  attesters: { data: Address; service: Address };
}

export interface LocalAddresses extends ContractAddresses {
  tokenizer: Address;
  termsPermissioner: Address;
  didRegistry: Address;
  relayerAccount: Address;
  dataAttester: Address;
  serviceAttester: Address;
  accountImplementation: Address;
  labTokenImplementation: Address;
  wrappedLabTokenImplementation: Address;
  /** Code that keys delegate to, so that they send several calls in one transaction. */
  batchAccount: Address;
}

/** Mint fee on the local chain in wei. It is not 0, so that the payment is tested. */
const MINT_FEE_WEI = 10n ** 15n;
/** Initial balance of each holder: 10,000 stablecoins with 6 decimals. */
const INITIAL_STABLECOINS = 10_000n * 10n ** 6n;
/** The salt of the published EntryPoint v0.8. */
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9';

/**
 * The steps of the deployment in order. Each address depends on code and arguments only, so equal options give equal
 * addresses on every chain.
 */
export function planDeployment({ bytecodes, owner, holders, relayer, attesters }: PlanOptions): {
  steps: readonly Create2Step[];
  addresses: LocalAddresses;
} {
  const registry = create2Step(
    'ERC6551Registry',
    erc6551RegistryDeployment.salt,
    erc6551RegistryDeployment.initCode,
  );
  const entryPoint = create2Step('EntryPoint', ENTRY_POINT_SALT, bytecodes.EntryPoint);
  const labAccount = create2Step('LabAccount', zeroHash, bytecodes.LabAccount);
  const labNft = step(
    'LabNFT',
    bytecodes.LabNFT,
    ['address', 'address', 'uint256'],
    [owner, labAccount.address, MINT_FEE_WEI],
  );
  const factory = step('OnChainLabFactory', bytecodes.OnChainLabFactory, ['address'], [labNft.address]);
  const resolver = step('AccessResolver', bytecodes.AccessResolver, ['address'], [labNft.address]);
  const resolverProxy = proxy('AccessResolver proxy', bytecodes, resolver.address, owner);
  const tokenizerCode = step('OclTokenizer', bytecodes.OclTokenizer, ['address'], [labNft.address]);
  const tokenizer = proxy('OclTokenizer proxy', bytecodes, tokenizerCode.address, owner);
  const permissioner = step(
    'OclTermsPermissioner',
    bytecodes.OclTermsPermissioner,
    ['address'],
    [tokenizer.address],
  );
  const labToken = step('LabToken', bytecodes.LabToken, ['address'], [tokenizer.address]);
  const wrappedLabToken = create2Step('WrappedLabToken', zeroHash, bytecodes.WrappedLabToken);
  const didRegistryCode = step('DidRegistry', bytecodes.DidRegistry, ['address'], [labNft.address]);
  const didRegistry = proxy('DidRegistry proxy', bytecodes, didRegistryCode.address, owner);
  const relayerAccount = step('RelayerAccount', bytecodes.RelayerAccount, ['address'], [relayer]);
  const stablecoin = step(
    'DevStablecoin',
    bytecodes.DevStablecoin,
    ['address[]', 'uint256'],
    [holders, INITIAL_STABLECOINS],
  );
  const batchAccount = create2Step('DevBatchAccount', zeroHash, bytecodes.DevBatchAccount);

  return {
    steps: [
      registry,
      entryPoint,
      labAccount,
      labNft,
      factory,
      resolver,
      resolverProxy,
      tokenizerCode,
      tokenizer,
      permissioner,
      labToken,
      wrappedLabToken,
      didRegistryCode,
      didRegistry,
      relayerAccount,
      stablecoin,
      batchAccount,
    ],
    addresses: {
      labNft: labNft.address,
      factory: factory.address,
      accessResolver: resolverProxy.address,
      tokenizer: tokenizer.address,
      termsPermissioner: permissioner.address,
      didRegistry: didRegistry.address,
      relayerAccount: relayerAccount.address,
      dataAttester: attesters.data,
      serviceAttester: attesters.service,
      entryPoint: entryPoint.address,
      erc6551Registry: registry.address,
      usdc: stablecoin.address,
      accountImplementation: labAccount.address,
      labTokenImplementation: labToken.address,
      wrappedLabTokenImplementation: wrappedLabToken.address,
      batchAccount: batchAccount.address,
    },
  };
}

function step(
  name: string,
  bytecode: Hex,
  types: readonly string[],
  values: readonly unknown[],
): Create2Step {
  const args = encodeAbiParameters(
    types.map((type) => ({ type })),
    values,
  );
  return create2Step(name, zeroHash, concatHex([bytecode, args]));
}

/** An ERC-1967 proxy that is initialized in its constructor, so that nobody else can initialize it. */
function proxy(name: string, bytecodes: Bytecodes, implementation: Address, owner: Address): Create2Step {
  const initialize = encodeFunctionData({
    abi: parseAbi(['function initialize(address initialOwner)']),
    args: [owner],
  });
  return step(name, bytecodes.ERC1967Proxy, ['address', 'bytes'], [implementation, initialize]);
}
