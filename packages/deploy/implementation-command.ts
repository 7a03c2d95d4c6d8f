import { parseArgs } from 'node:util';
import { parseManifest } from '@labroom/contracts/manifest';
import { loadManifest } from '@labroom/contracts/read-manifest';
import { encodeFunctionData, keccak256, parseAbi, toHex, zeroHash } from 'viem';
import { DeploymentError } from './deploy-suite.ts';
import { DeployUsageError } from './deploy-usage-error.ts';
import { addressOf, deploymentReader, executePlan, isDeployed } from './execute.ts';
import { Journal } from './journal.ts';
import { openSigner, signerOptions } from './open-signer.ts';
import { planImplementation, upgradeable } from './plan-implementation.ts';

/** Options of `deploy-implementation`: placeholder and meaning. */
export const implementationOptions = {
  contracts: ['file', 'the manifest: a file, or a URL of https with #sha256= and its hash'],
  rpc: ['url', 'JSON-RPC endpoint of the chain'],
  contract: ['name', `${upgradeable.join(', ')}: the code of this checkout is deployed`],
  salt: ['text', 'makes the address differ from that of equal code'],
  ...signerOptions,
  yes: [null, 'send the transaction; without it, only the address is shown'],
} as const satisfies Record<string, readonly [string | null, string]>;

const timelockAbi = parseAbi([
  'function schedule(address target, uint256 value, bytes data, bytes32 predecessor, bytes32 salt, uint256 delay)',
  'function execute(address target, uint256 value, bytes payload, bytes32 predecessor, bytes32 salt) payable',
]);

/**
 * `labroom deploy-implementation`: deploys the code of an upgrade at an address that proves it, and shows what the Safe proposes and what the
 * manifest then lists.
 * @throws DeployUsageError, DeploymentError, KeystoreError, ManifestError
 */
export async function deployImplementationCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<void> {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      contracts: text,
      rpc: text,
      contract: text,
      salt: text,
      keystore: text,
      'password-file': text,
      'kms-key': text,
      unlocked: text,
      yes: { type: 'boolean' },
    },
  });
  const { contracts: source, rpc: rpcUrl } = values;
  const contract = upgradeable.find((name) => name === values.contract);
  if (!source || !rpcUrl || !contract)
    throw new DeployUsageError(
      `Say --contracts, --rpc, and with --contract one of ${upgradeable.join(', ')}.`,
    );
  const { deployment, administration, chainId } = parseManifest(
    (await loadManifest(source, { isLocal: false })) ?? '',
  );
  if (!deployment || !administration)
    throw new DeploymentError('The manifest was not written by deploy-contracts.');
  const salt = values.salt === undefined ? zeroHash : keccak256(toHex(values.salt));
  const { step, proxy, upgradeCall, entry } = planImplementation(deployment, contract, salt);
  const { address } = step;
  if (deployment.contracts.some((listed) => listed.address === address))
    throw new DeploymentError(
      `The ${contract} of this checkout is the first one of this deployment, at ${address}: there is nothing to upgrade. Another --salt deploys it again.`,
    );
  print(`${address}  ${contract} of this checkout`);
  if (!values.yes) return print('Nothing was sent. Repeat the command with --yes to deploy.');

  const reader = deploymentReader(rpcUrl);
  const signer = await openSigner(values, env, chainId);
  if (!(await isDeployed(reader, address))) {
    const journal = Journal.inMemory({ chainId, deployer: addressOf(signer), plan: address }, 0);
    const report = (name: string, hash: string | null) => print(`${hash}  ${name}`);
    const plan = { contracts: [step] };
    await executePlan({ rpcUrl, chainId, signer, plan, journal, pollingMs: 1_000, report });
  }
  const code = await reader.getCode({ address });
  if (!code) throw new DeploymentError(`There is no code at ${address} yet. Repeat the command.`);
  const target = deployment.contracts.find(({ name }) => name === proxy)?.address;
  if (!target) throw new DeploymentError(`The manifest lists no ${proxy}.`);
  const call = [target, 0n, upgradeCall, zeroHash, zeroHash] as const;
  const encode = (functionName: 'schedule' | 'execute') =>
    functionName === 'schedule'
      ? encodeFunctionData({
          abi: timelockAbi,
          functionName,
          args: [...call, BigInt(administration.delaySeconds)],
        })
      : encodeFunctionData({ abi: timelockAbi, functionName, args: call });
  print(`The Safe ${administration.safe} calls the timelock ${administration.timelock}.`);
  print(`To propose (schedule): ${encode('schedule')}`);
  print(`After ${administration.delaySeconds / 3600} h (execute): ${encode('execute')}`);
  const upgrades = { [proxy]: entry(code) };
  print('Then deployment.changes of the manifest lists the proposal, and for the execution:');
  print(
    JSON.stringify({ transactionHash: 'of the execution', what: `upgrades ${contract}`, upgrades }, null, 2),
  );
}
