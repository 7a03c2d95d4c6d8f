import {
  accessResolverAbi,
  didRegistryAbi,
  labNftAbi,
  oclTermsPermissionerAbi,
  oclTokenizerAbi,
  onChainLabFactoryAbi,
  relayerAccountAbi,
} from '@labroom/contracts/abi';
import { addressChecks, type Check, failureOf, implementationOf } from '@labroom/contracts/check';
import type { Manifest } from '@labroom/contracts/manifest';
import type { Administration, ContractAddresses } from '@labroom/contracts/networks';
import { firstBlockFindings } from '@labroom/deploy/first-block';
import { addressFindings, type Findings } from '@labroom/deploy/plan-of-manifest';
import { safeFindings } from '@labroom/deploy/safe';
import { administrationChecks } from '@labroom/deploy/timelock';
import { transactionFindings, upgradeFindings } from '@labroom/deploy/upgrades';
import {
  type Abi,
  type Address,
  type Hex,
  hexToBigInt,
  keccak256,
  type PublicClient,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem';

interface Problems {
  /** Prevent a start. */
  errors: string[];
  /** Are logged. */
  warnings: string[];
}

/** Addresses of the keys of this service that the registry must know. */
export interface LinkingAddresses {
  relayer: Address;
  data: Address;
  service: Address;
}

interface Interface {
  name: string;
  address: Address;
  abi: Abi;
  /** Functions that the programs call, and events that the projections of the index need. */
  used: readonly string[];
}

/**
 * Compares the configured contracts with the chain: code is there, the contracts belong together, every function that
 * the service calls and every event that the index follows is in the code, the code is the one in the manifest, and its administrators and
 * first settings are those that the addresses prove.
 * @param linking absent: DID linking is off, so that relayer and attesters are not compared
 * @throws if the node does not answer
 */
export async function verifyContracts(
  node: PublicClient,
  manifest: Manifest,
  linking?: LinkingAddresses,
): Promise<Problems> {
  const { contracts, deployment, administration } = manifest;
  const problems: Problems = { errors: [], warnings: [] };
  const isLinking = linking !== undefined;
  const interfaces = interfacesOf(contracts);
  const codes = await Promise.all(interfaces.map(({ address }) => codeOf(node, address)));
  for (const [index, checked] of interfaces.entries()) {
    const code = codes[index];
    if (!code) problems.errors.push(`${checked.name}: there is no code at ${checked.address}`);
    else problems.errors.push(...missingFrom(code, checked));
  }
  const others = { erc6551Registry: contracts.erc6551Registry, usdc: contracts.usdc };
  for (const [name, address] of Object.entries({
    ...others,
    ...(isLinking && { entryPoint: contracts.entryPoint }),
  }))
    if (!(await node.getCode({ address }))) problems.errors.push(`${name}: there is no code at ${address}`);
  if (problems.errors.length > 0) return problems;

  const failures = async (checks: Check[]) =>
    (await Promise.all(checks.map((check) => failureOf(node, check)))).filter((failure) => failure !== null);
  problems.errors.push(...(await failures(relations(contracts))));
  if (linking) problems.errors.push(...(await failures(linkingRelations(contracts, linking))));
  if (administration)
    problems.errors.push(
      ...(await failures(administrators(contracts, administration, deployment?.deployer ?? null))),
    );
  if (!deployment) {
    problems.warnings.push(
      'the manifest of the contracts holds no code hashes, so the code of the contracts was not compared',
    );
    return problems;
  }
  const note = ({ failed, unverified }: Findings) => {
    problems.errors.push(...failed);
    problems.warnings.push(...unverified);
  };
  if (administration) {
    note(addressFindings({ ...manifest, contracts, deployment, administration }));
    note(await safeFindings(node, administration.safe));
  } else
    problems.errors.push(
      'the manifest lists a deployment and no administrators, so nobody knows who owns the contracts',
    );
  for (const { name, address, codeHash } of deployment.contracts) {
    const code = await node.getCode({ address });
    if (keccak256(code ?? '0x') !== codeHash)
      problems.errors.push(`${name}: the code at ${address} is not the code in the manifest`);
  }
  note(await upgradeFindings(node, deployment));
  note(await transactionFindings(node, deployment));
  note(await firstBlockFindings(node, { ...manifest, deployment }));
  return problems;
}

/** What the contracts must say about each other. */
function relations(contracts: ContractAddresses): Check[] {
  const { labNft, factory, accessResolver, tokenizer, tokenizerPolicy, termsPermissioner, didRegistry } =
    contracts;
  return [
    ...addressChecks('labNft', labNft, { factory }),
    ...addressChecks('factory', factory, { labNft }),
    ...addressChecks('accessResolver', accessResolver, { labNft }),
    ...(tokenizer ? addressChecks('tokenizer', tokenizer, { labNft }) : []),
    ...(tokenizer && termsPermissioner
      ? [
          ...addressChecks('tokenizer', tokenizer, { permissioner: termsPermissioner }),
          ...addressChecks('termsPermissioner', termsPermissioner, { tokenizer }),
        ]
      : []),
    ...(tokenizer && tokenizerPolicy
      ? addressChecks('tokenizer', tokenizer, { policy: tokenizerPolicy })
      : []),
    ...(didRegistry ? addressChecks('didRegistry', didRegistry, { labNft }) : []),
  ];
}

/** What the contracts must say about the administrators that pages name. */
function administrators(
  { labNft, accessResolver, tokenizerPolicy, didRegistry, recordAnchor }: ContractAddresses,
  { safe, timelock, delaySeconds, guardian }: Administration,
  deployer: Address | null,
): Check[] {
  const contracts = { labNft, accessResolver, tokenizerPolicy, didRegistry, recordAnchor };
  const guarded = { accessResolver, tokenizerPolicy, didRegistry };
  const checksOf = (named: Record<string, Address | null | undefined>, expected: Record<string, Address>) =>
    Object.entries(named).flatMap(([name, address]) =>
      address ? addressChecks(name, address, expected) : [],
    );
  return [
    ...checksOf(contracts, { owner: timelock, pendingOwner: zeroAddress }),
    ...checksOf(guarded, { guardian: guardian ?? zeroAddress }),
    ...administrationChecks(timelock, { safe, delaySeconds: BigInt(delaySeconds), deployer }),
  ];
}

/** What the registry and the relayer's account must say about the keys of this service. */
function linkingRelations(
  { didRegistry, relayerAccount, entryPoint }: ContractAddresses,
  { relayer, data, service }: LinkingAddresses,
): Check[] {
  if (!didRegistry || !relayerAccount) return [];
  return [
    ...addressChecks('didRegistry', didRegistry, {
      relayer: relayerAccount,
      dataAttester: data,
      serviceAttester: service,
    }),
    ...addressChecks('relayerAccount', relayerAccount, { owner: relayer, entryPoint }),
  ];
}

function interfacesOf(contracts: ContractAddresses): Interface[] {
  const { tokenizer, termsPermissioner, didRegistry, relayerAccount } = contracts;
  const of = (
    name: string,
    address: Address | null,
    abi: Abi,
    functions: readonly string[],
    events: readonly string[] = [],
  ) => (address && address !== zeroAddress ? [{ name, address, abi, used: [...functions, ...events] }] : []);
  return [
    ...of(
      'labNft',
      contracts.labNft,
      labNftAbi,
      ['ownerOf', 'oclIdOf', 'accountOf', 'mintFeeWei'],
      ['OclIdentityCreated', 'OclTransfer'],
    ),
    ...of(
      'factory',
      contracts.factory,
      onChainLabFactoryAbi,
      ['mintAndCreateAccount'],
      ['AccountProvisioned'],
    ),
    ...of(
      'accessResolver',
      contracts.accessResolver,
      accessResolverAbi,
      ['hasRole', 'isAuthorizedSignerForTba', 'grantRole', 'revokeRole'],
      ['RoleGranted', 'RoleRevoked'],
    ),
    ...of(
      'tokenizer',
      tokenizer,
      oclTokenizerAbi,
      ['tokenize', 'attachToken', 'tokenized', 'controllerOf'],
      ['TokensCreated', 'TokenWrapped'],
    ),
    ...of(
      'termsPermissioner',
      termsPermissioner,
      oclTermsPermissionerAbi,
      ['specificTermsV1'],
      ['TermsAccepted'],
    ),
    ...of(
      'didRegistry',
      didRegistry,
      didRegistryAbi,
      ['linkDidBatch', 'getActiveDid'],
      ['DidLinked', 'DidDeactivated'],
    ),
    ...of('relayerAccount', relayerAccount, relayerAccountAbi, ['execute', 'validateUserOp']),
  ];
}

/** Functions and events that are not in the code, as messages. */
function missingFrom(code: Hex, { name, address, abi, used }: Interface): string[] {
  const constants = pushedConstants(code);
  const missing = abi.filter((item) => {
    if (!('name' in item) || !used.includes(item.name)) return false;
    if (item.type === 'function') return !constants.has(hexToBigInt(toFunctionSelector(item)));
    return item.type === 'event' && !constants.has(hexToBigInt(toEventSelector(item)));
  });
  return missing.map(
    (item) =>
      `${name}: the code at ${address} has no ${item.type} ${'name' in item ? item.name : ''} with the expected arguments`,
  );
}

/** The constants that code pushes on the stack: selectors and topics are among them. */
function pushedConstants(code: Hex): Set<bigint> {
  const bytes = Buffer.from(code.slice(2), 'hex');
  const constants = new Set<bigint>();
  for (let at = 0; at < bytes.length; at++) {
    const size = (bytes[at] ?? 0) - 0x5f;
    if (size < 1 || size > 32) continue;
    constants.add(BigInt(`0x${bytes.subarray(at + 1, at + 1 + size).toString('hex') || '0'}`));
    at += size;
  }
  return constants;
}

/** The code that runs at an address: behind a proxy, that of its implementation. */
async function codeOf(node: PublicClient, address: Address): Promise<Hex | undefined> {
  const implementation = await implementationOf(node, address);
  return node.getCode({ address: implementation ?? address });
}
