import { addressChecks } from '@labroom/contracts/check';
import { erc6551RegistryDeployment } from '@labroom/contracts/erc6551-registry';
import type { Address } from '@labroom/contracts/networks';
import { type AbiFunction, encodeFunctionData, parseAbi, parseAbiItem, zeroAddress, zeroHash } from 'viem';
import { create2Step } from './create2.ts';
import type { Plan, PlannedContract, SuiteOptions } from './plan.ts';
import { createdBy, initializeCall, stepsOf } from './plan-steps.ts';
import type { Setting } from './timelock.ts';

/** The salt of the published EntryPoint v0.8. */
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9';

/**
 * The contracts of the suite in order. Each address depends on code and arguments only, so equal options give equal
 * addresses on every chain.
 */
export function planSuite(
  { bytecodes, salt = zeroHash, mintFeeWei, relayer, attesters, guardian, metadataBase }: SuiteOptions,
  owner: Address,
  usdc: Address,
): Omit<Plan, 'ownerBatch'> {
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
    ['address', 'address', 'uint256'],
    [owner, labAccount.address, mintFeeWei],
  );
  const factory = step('OnChainLabFactory', 'OnChainLabFactory', ['address'], [labNft.address]);
  const resolverCode = step('AccessResolver', 'AccessResolver', ['address'], [labNft.address]);
  const resolver = proxy('AccessResolver proxy', resolverCode.address, owner);
  const policyCode = plain('OclTokenizerPolicy');
  const tokenizer = step(
    'OclTokenizer',
    'OclTokenizer',
    ['address', 'address', 'address'],
    [labNft.address, policyCode.address, owner],
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
      values: [policyCode.address, initializeCall(owner)],
    },
  ]);
  const didRegistryCode = step('DidRegistry', 'DidRegistry', ['address'], [labNft.address]);
  const didRegistry = proxy('DidRegistry proxy', didRegistryCode.address, owner);
  const relayerAccount = step('RelayerAccount', 'RelayerAccount', ['address'], [relayer]);

  const settings = [
    setting('Naming the factory', labNft, 'setFactory(address)', { factory: factory.address }),
    setting('Naming the attesters', didRegistry, 'setAttesters(address,address)', {
      dataAttester: attesters.data,
      serviceAttester: attesters.service,
    }),
    setting('Naming the relayer', didRegistry, 'setRelayer(address)', { relayer: relayerAccount.address }),
    ...(metadataBase ? [metadataSetting(labNft.address, metadataBase)] : []),
    ...(guardian
      ? [resolver, policy].map((guarded) =>
          setting(`Naming the guardian of ${guarded.name}`, guarded, 'setGuardian(address)', { guardian }),
        )
      : []),
  ];
  const owned = [labNft, resolver, policy, didRegistry];
  return {
    contracts: [
      registry,
      entryPoint,
      labAccount,
      labNft,
      factory,
      resolverCode,
      resolver,
      policyCode,
      tokenizer,
      didRegistryCode,
      didRegistry,
      relayerAccount,
    ],
    created: [labToken, wrappedLabToken, permissioner, policy],
    settings,
    checks: [
      ...settings.flatMap(({ checks }) => checks),
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

function metadataSetting(labNft: Address, base: string): Setting {
  const abi = parseAbi(['function setBaseURI(string newBaseURI)']);
  return {
    name: 'Naming the metadata of labs',
    to: labNft,
    data: encodeFunctionData({ abi, args: [base] }),
    checks: [
      {
        name: `LabNFT.baseURI() is ${base}`,
        address: labNft,
        read: 'baseURI() view returns (string)',
        args: [],
        expected: base,
      },
    ],
  };
}

/** @param values arguments in order, by the name of the function that returns each */
function setting(
  name: string,
  { name: contract, address }: Pick<PlannedContract, 'name' | 'address'>,
  signature: string,
  values: Readonly<Record<string, Address>>,
): Setting {
  const abi = [parseAbiItem(`function ${signature}`) as AbiFunction] as const;
  return {
    name,
    to: address,
    data: encodeFunctionData({ abi, args: Object.values(values) }),
    checks: addressChecks(contract, address, values),
  };
}
