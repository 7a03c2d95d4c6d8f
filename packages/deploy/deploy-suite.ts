import { existsSync } from 'node:fs';
import { failureOf } from '@labroom/contracts/check';
import type { Manifest } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { writeAtomically } from '@labroom/contracts/write-atomically';
import { isContractError } from '@labroom/protocol/call-error';
import { domainSeparator, type Hex, parseAbi, zeroHash } from 'viem';
import { buildManifest } from './build-manifest.ts';
import { bytecodes } from './bytecode.generated.ts';
import { type Estimate, estimatePlan } from './estimate.ts';
import { addressOf, deploymentReader, executePlan, isDeployed, type Signer } from './execute.ts';
import { Journal } from './journal.ts';
import { hashOfPlan, type SuiteOptions } from './plan.ts';
import { planDeployment, type TimelockPlan } from './plan-deployment.ts';
import { ownSuiteId } from './suites.ts';

export interface DeploySuiteOptions extends Omit<SuiteOptions, 'bytecodes'> {
  rpcUrl: string;
  chainId: number;
  signer: Signer;
  /** A contract, usually a Safe. */
  owner: Address;
  delaySeconds: bigint;
  stablecoin: Address;
  title: string;
  /** Name of the chain in access conditions. */
  name: string;
  blockExplorerUrl: string | null;
  /** The manifest. The journal stands beside it while the deployment runs. */
  file: string;
  pollingMs?: number;
  report?: (step: string, hash: Hex | null) => void;
}

/** How long the pause of a guardian lasts (`GuardedPause.sol`). */
const GUARDIAN_PAUSE_SECONDS = 7n * 86_400n;

/** A deployment that cannot begin. The message says why. */
export class DeploymentError extends Error {}

/** Checks the options against the chain and estimates the cost. Sends nothing. @throws DeploymentError */
export async function prepareDeployment(
  options: DeploySuiteOptions,
): Promise<{ plan: TimelockPlan; estimate: Estimate }> {
  const { rpcUrl, chainId, owner, stablecoin, attesters } = options;
  const reader = deploymentReader(rpcUrl);
  const actual = await reader.getChainId();
  if (actual !== chainId) throw new DeploymentError(`The node serves chain ${actual}, not ${chainId}.`);
  if (options.delaySeconds >= GUARDIAN_PAUSE_SECONDS)
    throw new DeploymentError(
      'The delay must be shorter than 7 days, so that the owner can act before the pause of a guardian ends.',
    );
  if (attesters.data === attesters.service)
    throw new DeploymentError('The two attesters must be two different addresses.');
  for (const [what, address] of Object.entries({ owner, stablecoin }))
    if (!(await isDeployed(reader, address)))
      throw new DeploymentError(`There is no contract at ${address}, the ${what}, on chain ${chainId}.`);
  if (existsSync(options.file))
    throw new DeploymentError(
      `${options.file} exists already. Choose another file with --out, or delete it.`,
    );
  await readToken(reader, stablecoin, chainId);
  const plan = planOf(options);
  return { plan, estimate: await estimatePlan(rpcUrl, addressOf(options.signer), plan) };
}

/**
 * Deploys the contracts to any EVM chain and writes the manifest. A repeated call completes an interrupted one.
 * @throws DeploymentError, Error if a transaction fails
 */
export async function deploySuite(options: DeploySuiteOptions): Promise<Manifest> {
  const { plan } = await prepareDeployment(options);
  const { rpcUrl, chainId, signer, owner, delaySeconds, stablecoin, file, pollingMs = 1_000 } = options;
  const reader = deploymentReader(rpcUrl, pollingMs);
  const deployer = addressOf(signer);
  const key = { chainId, deployer, plan: hashOfPlan(plan) };
  const journal = await Journal.open(`${file}.journal`, key, async () =>
    Number(await reader.getBlockNumber()),
  );
  const { report } = options;
  const execution = { rpcUrl, chainId, signer, plan, journal, pollingMs, ...(report && { report }) };
  const hashes = await executePlan(execution);

  const failures = await Promise.all(plan.checks.map((check) => failureOf(reader, check)));
  const wrong = failures.filter((failure) => failure !== null);
  if (wrong.length > 0) throw new DeploymentError(`The deployment is not as planned:\n${wrong.join('\n')}`);
  const token = await readToken(reader, stablecoin, chainId);
  const manifest = await buildManifest({
    reader,
    plan,
    suite: ownSuiteId(),
    chain: {
      chainId,
      name: options.name,
      title: options.title,
      blockExplorerUrl: options.blockExplorerUrl,
      stablecoin: token,
    },
    startBlock: journal.startBlock,
    deployer,
    administration: {
      safe: owner,
      timelock: plan.timelock,
      delaySeconds: Number(delaySeconds),
      guardian: options.guardian ?? null,
    },
    options: {
      safe: owner,
      delaySeconds: Number(delaySeconds),
      guardian: options.guardian ?? null,
      salt: options.salt ?? zeroHash,
      mintFeeWei: String(options.mintFeeWei),
      relayer: options.relayer,
      attesters: options.attesters,
      metadataBase: options.metadataBase ?? '',
    },
    hashes,
  });
  // Without apostrophes, so that single quotes in an env file can hold it.
  await writeAtomically(file, `${JSON.stringify(manifest, null, 2).replaceAll("'", '\\u0027')}\n`);
  await journal.remove();
  return manifest;
}

function planOf({ owner, delaySeconds, signer, ...options }: DeploySuiteOptions): TimelockPlan {
  const administrators = { safe: owner, delaySeconds, deployer: addressOf(signer) };
  return planDeployment({ ...options, bytecodes, administrators });
}

/** Takes a value for a function that a contract lacks. A node that does not answer says nothing about it. */
const missing =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if (isContractError(error)) return value;
    throw error;
  };

/**
 * EIP-712 domain values and decimals of the stablecoin.
 * @throws DeploymentError if the token verifies signatures with another domain; viem's if the node does not answer
 */
async function readToken(reader: ReturnType<typeof deploymentReader>, address: Address, chainId: number) {
  const abi = parseAbi([
    'function name() view returns (string)',
    'function version() view returns (string)',
    'function decimals() view returns (uint8)',
    'function DOMAIN_SEPARATOR() view returns (bytes32)',
  ]);
  const token = { address, abi } as const;
  const [name, version, decimals, actual] = await Promise.all([
    reader.readContract({ ...token, functionName: 'name' }),
    reader.readContract({ ...token, functionName: 'version' }).catch(missing('1')),
    reader.readContract({ ...token, functionName: 'decimals' }),
    reader.readContract({ ...token, functionName: 'DOMAIN_SEPARATOR' }).catch(missing(null)),
  ]);
  const expected = domainSeparator({ domain: { name, version, chainId, verifyingContract: address } });
  if (actual && actual !== expected)
    throw new DeploymentError(
      `The stablecoin ${address} has the EIP-712 domain separator ${actual}, but name "${name}" and version "${version}" give ${expected}. Nobody could sign payments with it.`,
    );
  return { name, version, decimals };
}
