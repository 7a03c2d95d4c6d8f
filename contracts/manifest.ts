import { getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { type ChainId, type Network, networks } from './networks.ts';

const address = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'must be an address: 0x and 40 hex digits')
  .transform((value) => getAddress(value));
const hex = z.templateLiteral(['0x', z.string().regex(/^([0-9a-f]{2})*$/, 'must be lowercase hex')]);
const hash = z.templateLiteral([
  '0x',
  z.string().regex(/^[0-9a-f]{64}$/, 'must be 32 bytes in lowercase hex'),
]);
const whole = z.int().min(0);

const contractsSchema = z.object({
  labNft: address,
  factory: address,
  accessResolver: address,
  tokenizer: address.nullable(),
  tokenizerPolicy: address.optional(),
  termsPermissioner: address.nullable(),
  didRegistry: address.nullable(),
  legacyCollection: address.optional(),
  relayerAccount: address.nullable(),
  accessList: address.optional(),
  personAccountFactory: address.optional(),
  recordAnchor: address.optional(),
  entryPoint: address,
  erc6551Registry: address,
  usdc: address,
});

const deployedContractSchema = z.object({
  name: z.string(),
  /** Name of the compiled contract. */
  contract: z.string(),
  address,
  /** Salt of CREATE2; `null` if the constructor of another contract created it. */
  salt: hash.nullable(),
  /** The contract whose constructor created it, with the nonce that it used; `null` with a salt. */
  createdBy: z.object({ address, nonce: whole }).nullable(),
  constructorArguments: hex,
  /** keccak256 of the code at the address. */
  codeHash: hash,
  /** `null` if it was there before. */
  transactionHash: hash.nullable(),
});

const checkSchema = z.object({
  name: z.string(),
  address,
  read: z.string(),
  args: z.array(z.string()),
  expected: z.string(),
});

/** Code that a proxy runs since an upgrade. */
const implementationSchema = z.object({
  /** Name of the compiled contract. */
  contract: z.string(),
  address,
  /** Salt of CREATE2; `null` if it was deployed otherwise, so that its address does not prove its code. */
  salt: hash.nullable(),
  constructorArguments: hex,
  codeHash: hash,
  /** The suite whose code it is. */
  suite: hash,
});

/** Something that the owner did after the deployment, in one transaction. */
const changeSchema = z.object({
  transactionHash: hash,
  what: z.string(),
  /** The upgrades of proxies in this transaction, by the names of the proxies in `contracts`. */
  upgrades: z.record(z.string(), implementationSchema).default({}),
});

const deploymentSchema = z.object({
  deployer: address,
  /** Identifies compiled code and plan (`packages/deploy/suites.ts`); `null` if unknown, so that no checkout can compute the addresses. */
  suite: hash.nullable().default(null),
  compiler: z.object({
    version: z.string(),
    /** Settings of the compiler, by profile or source. */
    settings: z.unknown(),
    /** sha256 of all Solidity sources. */
    sourcesHash: z.string(),
  }),
  /** All that the addresses depend on besides code: the first administrators and settings. */
  options: z.object({
    safe: address,
    delaySeconds: whole,
    guardian: address.nullable(),
    salt: hash,
    mintFeeWei: z.string().regex(/^\d+$/),
    relayer: address,
    attesters: z.object({ data: address, service: address }),
    metadataBase: z.string(),
  }),
  contracts: z.array(deployedContractSchema),
  /** Reads that prove the present settings. */
  checks: z.array(checkSchema),
  /** What the owner did since, by transaction. What is not listed here, and not a first setting, fails the verification. */
  changes: z.array(changeSchema).default([]),
});

/** One deployment of the contracts. */
export const manifestSchema = z.object({
  format: z.literal(1),
  chainId: z.int().min(1),
  /** Name of the chain in access conditions. */
  name: z.string(),
  title: z.string(),
  blockExplorerUrl: z.url().nullable(),
  startBlock: whole.nullable(),
  contracts: contractsSchema,
  stablecoin: z.object({ name: z.string(), version: z.string(), decimals: z.int().min(0).max(36) }),
  administration: z
    .object({ safe: address, timelock: address, delaySeconds: whole, guardian: address.nullable() })
    .nullable(),
  /** `null` if it was not deployed by `deploy-contracts`. */
  deployment: deploymentSchema.nullable(),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type DeployedContract = z.infer<typeof deployedContractSchema>;
export type Implementation = z.infer<typeof implementationSchema>;

/** A manifest that cannot be used. The message says why. */
export class ManifestError extends Error {}

/** @throws ManifestError */
export function parseManifest(text: string): Manifest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ManifestError('is not JSON');
  }
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ManifestError(`is no manifest of contracts: ${issue?.path.join('.')}: ${issue?.message}`);
}

/**
 * The part of a manifest that programs use.
 * @throws ManifestError if it is of another chain
 */
export function networkOf(manifest: Manifest, chainId: ChainId): Network {
  const { deployment: _, format: __, contracts, ...facts } = manifest;
  if (manifest.chainId !== chainId)
    throw new ManifestError(`is of chain ${manifest.chainId}, but this environment uses chain ${chainId}`);
  const { legacyCollection, tokenizerPolicy, ...others } = contracts;
  return {
    ...facts,
    chainId,
    name: networks[chainId].name,
    contracts: {
      ...others,
      ...(tokenizerPolicy && { tokenizerPolicy }),
      ...(legacyCollection && { legacyCollection }),
    },
  };
}

/**
 * Returns the manifest that `CONTRACTS` holds: `published` or absent for the contracts in `networks.ts`, else the JSON.
 * @throws ManifestError
 */
export function manifestFrom(source: string | undefined, chainId: ChainId): Manifest {
  return !source || source === 'published' ? publishedManifest(chainId) : parseManifest(source);
}

/** The contracts that `networks.ts` knows, as a manifest. */
export const publishedManifest = (chainId: ChainId): Manifest =>
  manifestSchema.parse({ format: 1, ...networks[chainId], deployment: null });
