import { addressChecks } from '@labroom/contracts/check';
import { erc6551RegistryDeployment } from '@labroom/contracts/erc6551-registry';
import type { Address } from '@labroom/contracts/networks';
import { zeroAddress, zeroHash } from 'viem';
import { create2Step } from './create2.ts';
import type { Plan, PlannedContract, SuiteOptions } from './plan.ts';
import { createdBy, initializeCall, stepsOf } from './plan-steps.ts';

/** The salt of the published EntryPoint v0.8. */
const ENTRY_POINT_SALT = '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9';

/**
 * The contracts of the suite in order. Each address depends on code and arguments only, so equal options give equal
 * addresses on every chain.
 */
export function planSuite(options: SuiteOptions, owner: Address, usdc: Address): Plan {
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
  const accessList = step('AccessList', 'AccessList', ['address'], [resolver.address]);
  const recordAnchor = step('RecordAnchor', 'RecordAnchor', ['address'], [owner]);
  const personAccountFactory = plain('PersonAccountFactory');
  const [personAccount] = createdBy(personAccountFactory.address, [
    { name: 'PersonAccount', contract: 'PersonAccount', types: [], values: [] },
  ]);
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

  const owned = [labNft, resolver, policy, didRegistry, recordAnchor];
  const ownerChecks = owned.flatMap(({ name, address }) =>
    addressChecks(name, address, { owner, pendingOwner: zeroAddress }),
  );
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
      accessList,
      personAccountFactory,
      recordAnchor,
    ],
    created: [factory, labToken, wrappedLabToken, permissioner, policy, personAccount],
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
      ...ownerChecks,
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
      ...addressChecks('AccessList', accessList.address, { resolver: resolver.address }),
      ...addressChecks('RecordAnchor', recordAnchor.address, { writer: zeroAddress }),
      ...addressChecks('PersonAccountFactory', personAccountFactory.address, {
        implementation: personAccount.address,
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
      accessList: accessList.address,
      personAccountFactory: personAccountFactory.address,
      recordAnchor: recordAnchor.address,
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
