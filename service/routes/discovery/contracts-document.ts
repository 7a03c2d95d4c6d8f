import {
  accessListAbi,
  accessResolverAbi,
  didRegistryAbi,
  labAccountAbi,
  labNftAbi,
  labTokenAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  oclTokenizerPolicyAbi,
  onChainLabFactoryAbi,
  personAccountAbi,
  personAccountFactoryAbi,
  recordAnchorAbi,
  relayerAccountAbi,
  wrappedLabTokenAbi,
} from '@labroom/contracts/abi';
import type { ContractAddresses } from '@labroom/contracts/networks';
import { conditionsForHolders, conditionsForTeam, USER_ADDRESS } from '@labroom/protocol/conditions';
import type { ServiceDescription } from './describe-service.ts';

/** Contracts of the suite, by their key in `ContractAddresses`. The others belong to standards. */
const suite = {
  labNft: { name: 'LabNFT', abi: labNftAbi },
  factory: { name: 'OnChainLabFactory', abi: onChainLabFactoryAbi },
  accessResolver: { name: 'AccessResolver', abi: accessResolverAbi },
  tokenizer: { name: 'OclTokenizer', abi: oclTokenizerAbi },
  tokenizerPolicy: { name: 'OclTokenizerPolicy', abi: oclTokenizerPolicyAbi },
  termsPermissioner: { name: 'OclTermsPermissioner', abi: oclTermsPermissionerAbi },
  didRegistry: { name: 'DidRegistry', abi: didRegistryAbi },
  relayerAccount: { name: 'RelayerAccount', abi: relayerAccountAbi },
  accessList: { name: 'AccessList', abi: accessListAbi },
  personAccountFactory: { name: 'PersonAccountFactory', abi: personAccountFactoryAbi },
  recordAnchor: { name: 'RecordAnchor', abi: recordAnchorAbi },
} as const;

/** Contracts with one instance per lab, token or person. */
const interfaces = {
  LabAccount: labAccountAbi,
  LabToken: labTokenAbi,
  WrappedLabToken: wrappedLabTokenAbi,
  PersonAccount: personAccountAbi,
};

/** Stand for the values that a program puts in. Lowercase, as the conditions have the oclId. */
export const placeholders = { oclId: '{ocl_id}', token: '{lab_token}' } as const;

/** Of the manifest, if there is one. */
export const MANIFEST_PATH = '/contracts/manifest.json';

/** `/contracts.json`: what a program needs to mint labs, grant roles and write access conditions. */
export function contractsDocument(service: ServiceDescription): object {
  const { chain } = service;
  const { contracts } = chain;
  const deployed = Object.entries(suite).flatMap(([key, { name, abi }]) => {
    const address = contracts[key as keyof ContractAddresses];
    return address ? [[name, { address, abi }]] : [];
  });
  const network = { name: chain.name, contracts };
  return {
    chainId: chain.id,
    chain: chain.name,
    title: chain.title,
    /** A node that anyone may use. `null`: a program brings its own. */
    rpcUrl: chain.publicRpcUrl,
    blockExplorerUrl: chain.blockExplorerUrl,
    /** `null`: unknown. */
    startBlock: chain.startBlock,
    contracts: Object.fromEntries(deployed),
    interfaces: Object.fromEntries(Object.entries(interfaces).map(([name, abi]) => [name, { abi }])),
    standards: {
      EntryPoint: { address: contracts.entryPoint, standard: 'ERC-4337 v0.8' },
      ERC6551Registry: { address: contracts.erc6551Registry, standard: 'ERC-6551' },
    },
    stablecoin: { address: contracts.usdc, ...chain.stablecoin },
    verification: verificationOf(service),
    mint: {
      call: 'OnChainLabFactory.mintAndCreateAccount(address to)',
      value: 'LabNFT.mintFeeWei(), exactly',
      result: 'The event OclIdentityCreated of LabNFT has the oclId.',
    },
    accessConditions: {
      description: `Templates for \`accessControlConditions\`, which is the JSON text of such an array. Replace ${placeholders.oclId} by the oclId in lowercase and ${placeholders.token} by the address of the lab's token. ${USER_ADDRESS} stays: it stands for the reader. The last \`value\` of holders is the minimum balance in the token's smallest unit.`,
      team: conditionsForTeam(placeholders.oclId, network),
      holders: conditionsForHolders(placeholders.oclId, network, { address: placeholders.token }, 1n),
    },
  };
}

/** What is known of the deployment, and what this process compared when it started. It is the operator's word. */
function verificationOf({ manifest, contractsCheck, version, url }: ServiceDescription) {
  const { deployment, administration } = manifest ?? {};
  const warnings = contractsCheck?.warnings ?? [];
  return {
    /** `null`: these contracts were not made by `deploy-contracts`, or `npm start` made them. */
    manifestUrl: manifest && url + MANIFEST_PATH,
    check: contractsCheck && {
      version,
      at: contractsCheck.at.toISOString(),
      /** Whether every address follows from the code of this version, the first administrators and settings, and every code is that of the manifest. */
      isComplete: Boolean(deployment && administration) && warnings.length === 0,
      warnings,
    },
    contracts: (deployment?.contracts ?? []).map(({ name, address, codeHash }) => ({
      name,
      address,
      codeHash,
    })),
    /** What the owner did since, as the manifest lists it. */
    changes: (deployment?.changes ?? []).map(({ transactionHash, what }) => ({ transactionHash, what })),
  };
}
