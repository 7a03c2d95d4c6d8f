import { failureOf } from '@labroom/contracts/check';
import { erc6551RegistryDeployment } from '@labroom/contracts/erc6551-registry';
import type { DeployedContract, Manifest } from '@labroom/contracts/manifest';
import type { Address } from '@labroom/contracts/networks';
import { isContractError } from '@labroom/protocol/call-error';
import { concatHex, getContractAddress, getCreate2Address, type Hex, hexToBytes, keccak256 } from 'viem';
import type { ReadingOptions } from './administrator-events.ts';
import { create2Deployer } from './create2.ts';
import { type DeploymentReader, deploymentReader } from './execute.ts';
import { readHistory } from './history.ts';
import { addressFindings, type Findings } from './plan-of-manifest.ts';
import { safeFindings } from './safe.ts';
import { settingChecks } from './settings.ts';
import { type Suite, suiteOf } from './suites.ts';
import { upgradeFindings } from './upgrades.ts';

interface Verification extends Findings {
  /** What is as expected. */
  passed: string[];
}

/**
 * Computes every address from the code of the suite and the administrators and settings that the manifest names, compares the code on the
 * chain, reads every setting back, and reads from the first block on what administrators did.
 * @param reading where an interrupted reading of the events stood, and who is told where this one stands
 * @throws Error if the manifest was not written by a deployment, or the node serves another chain
 */
export async function verifyDeployment(
  rpcUrl: string,
  manifest: Manifest,
  reading: ReadingOptions = {},
): Promise<Verification> {
  const { deployment, administration, chainId } = manifest;
  if (!deployment || !administration)
    throw new Error('The manifest was not written by deploy-contracts, so there is nothing to compare with.');
  const reader = deploymentReader(rpcUrl);
  const actual = await reader.getChainId();
  if (actual !== chainId) throw new Error(`The node serves chain ${actual}, not ${chainId}.`);

  const deployed = { ...manifest, deployment, administration };
  const suite = suiteOf(deployment.suite);
  const { failed, unverified } = addressFindings(deployed);
  const passed =
    suite && failed.length === 0
      ? ['every address follows from the code, the administrators and the first settings']
      : [];
  for (const contract of deployment.contracts) {
    const problems = await problemsOf(reader, contract, suite);
    failed.push(...problems.map((problem) => `${contract.name} at ${contract.address}: ${problem}`));
    const outcome = suite ? 'is the compiled code' : 'has the code that the manifest names';
    if (problems.length === 0) passed.push(`${contract.name} at ${contract.address} ${outcome}`);
  }
  const upgrades = await upgradeFindings(reader, deployment);
  failed.push(...upgrades.failed);
  unverified.push(...upgrades.unverified);
  const safe = await safeFindings(reader, administration.safe);
  passed.push(...safe.passed);
  failed.push(...safe.failed);
  unverified.push(...safe.unverified);
  for (const check of settingChecks(deployed)) {
    const failure = await failureOf(reader, check);
    if (failure) failed.push(failure);
    else passed.push(check.name);
  }
  const history = await readHistory(reader, deployed, reading);
  failed.push(...history.failed);
  passed.push(...history.explained);
  const { number, timestamp } = history.last;
  passed.push(
    `the events were read up to block ${number}, of ${new Date(Number(timestamp) * 1_000).toISOString()}`,
  );
  if (history.failed.length === 0)
    passed.push(
      'since the first block, nobody but the constructors and the listed transactions named an administrator or code',
    );
  return { passed, failed, unverified };
}

async function problemsOf(
  reader: DeploymentReader,
  { contract, address, salt, createdBy, constructorArguments, codeHash }: DeployedContract,
  suite: Suite | null,
): Promise<string[]> {
  const code = await reader.getCode({ address });
  if (!code) return ['there is no code'];
  const problems: string[] = [];
  if (keccak256(code) !== codeHash) problems.push('the code is not the code in the manifest');
  if (!suite) return problems;
  const creationCodes: Readonly<Record<string, Hex>> = {
    ...suite.bytecodes,
    ERC6551Registry: erc6551RegistryDeployment.initCode,
  };
  const creationCode = creationCodes[contract];
  if (!creationCode) return [...problems, `the suite has no contract ${contract}`];
  const bytecode = concatHex([creationCode, constructorArguments]);
  if (createdBy) {
    // The creator's code, which is verified too, decides what is at its next address. The address does not depend on the
    // arguments, so the constructor is run again without a transaction, at another address, which some code has among its immutables. A
    // proxy in the code of its creator is compiled with other settings than the published one, so only its arguments are compared.
    const { address: from, nonce } = createdBy;
    if (getContractAddress({ from, nonce: BigInt(nonce) }) !== address)
      problems.push(`was not created by ${from}`);
    const created = await codeAfter(reader, from, bytecode);
    const immutables = suite.runtimeCodes[contract]?.immutables ?? [];
    if (!created || (contract !== 'ERC1967Proxy' && !isSameCode(immutables, created, code)))
      problems.push('the suite has other code, or the constructor had other arguments');
    return problems;
  }
  if (salt) {
    // The address of CREATE2 proves which creation code ran, with which arguments.
    if (getCreate2Address({ from: create2Deployer.address, salt, bytecode }) !== address)
      problems.push('the suite has other code, or the constructor had other arguments');
  }
  const fingerprint = suite.runtimeCodes[contract];
  if (fingerprint && keccak256(masked(code, fingerprint.immutables)) !== fingerprint.maskedHash)
    problems.push('the code differs from the compiled code, besides its immutables');
  return problems;
}

/** The code that creation code leaves when an account runs it; `undefined` if it fails. */
async function codeAfter(reader: DeploymentReader, from: Address, data: Hex): Promise<Hex | undefined> {
  const created = await reader.call({ account: from, data }).catch((error: unknown) => {
    if (isContractError(error)) return null;
    throw error;
  });
  return created?.data;
}

/** Whether two codes of a contract differ in nothing but immutables. */
function isSameCode(immutables: readonly { start: number; length: number }[], one: Hex, other: Hex): boolean {
  return one === other || keccak256(masked(one, immutables)) === keccak256(masked(other, immutables));
}

/** The code with zeros in place of every immutable. */
function masked(code: Hex, immutables: readonly { start: number; length: number }[]): Uint8Array {
  const bytes = hexToBytes(code);
  for (const { start, length } of immutables) bytes.fill(0, start, start + length);
  return bytes;
}
