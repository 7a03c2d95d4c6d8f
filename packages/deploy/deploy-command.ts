import { parseArgs } from 'node:util';
import { type Network, networks } from '@labroom/contracts/networks';
import { formatEther, formatGwei, keccak256, parseEther, toHex, zeroHash } from 'viem';
import { DeploymentError, type DeploySuiteOptions, deploySuite, prepareDeployment } from './deploy-suite.ts';
import { DeployUsageError } from './deploy-usage-error.ts';
import { addressOf } from './execute.ts';
import { openSigner, readAddress, signerOptions } from './open-signer.ts';
import { isOwnSuiteRecorded } from './suites.ts';

/** Options of `deploy-contracts`: placeholder and meaning. */
export const deployOptions = {
  rpc: ['url', 'JSON-RPC endpoint of the chain'],
  chain: ['id', 'chain id; a node of another chain is rejected'],
  owner: ['address', 'the Safe that proposes and executes what the owner does'],
  delay: ['hours', 'delay of the timelock that owns the contracts (48)'],
  guardian: ['address', 'may pause at once, and nothing else (none)'],
  relayer: ['address', 'owner of the account through which the service links DIDs'],
  'data-attester': ['address', 'the first attester of DIDs'],
  'service-attester': ['address', 'the second attester of DIDs'],
  stablecoin: ['address', 'the token of payments (USDC on 8453 and 84532)'],
  web: ['url', 'public URL of the web app, whose /metadata/ wallets read (none)'],
  'mint-fee': ['ether', 'price of a lab (0.001)'],
  salt: ['text', 'makes the addresses differ from those of an earlier deployment'],
  title: ['text', 'name of the chain on pages'],
  explorer: ['url', 'block explorer of the chain'],
  ...signerOptions,
  out: ['file', 'the manifest (contracts-<chain id>.json)'],
  yes: [null, 'send the transactions; without it, only the plan is shown'],
} as const satisfies Record<string, readonly [string | null, string]>;

type Values = Partial<Record<keyof typeof deployOptions, string | boolean>>;

/**
 * `labroom deploy-contracts`: shows the plan and its cost; with `--yes` deploys.
 * @throws DeployUsageError, DeploymentError, KeystoreError
 */
export async function deployContractsCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  print: (line: string) => void,
): Promise<void> {
  const { values }: { values: Values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(deployOptions).map(([name, [placeholder]]) => [
        name,
        { type: placeholder ? ('string' as const) : ('boolean' as const) },
      ]),
    ),
  });
  const options = await readOptions(values, env);
  const { plan, estimate } = await prepareDeployment(options);
  print(`Chain ${options.chainId}, deployer ${addressOf(options.signer)}`);
  print(`Owner: timelock ${plan.timelock}, ${Number(options.delaySeconds) / 3600} h, for ${options.owner}`);
  for (const { name, gas, isDone } of estimate.steps)
    print(`${isDone ? 'done' : `${gas} gas`.padStart(13)}  ${name}`);
  for (const { name, address } of [...plan.contracts, ...plan.created]) print(`${address}  ${name}`);
  print(
    `At most ${formatEther(estimate.cost)} ether: ${estimate.gas} gas at ${formatGwei(estimate.feePerGas)} gwei. A rollup charges for the data in addition. The deployer holds ${formatEther(estimate.balance)} ether.`,
  );
  if (!isOwnSuiteRecorded())
    print(
      'The code of this checkout is not recorded, so later versions cannot verify this deployment. For one that stays, deploy from a release.',
    );
  if (!values.yes) return print('Nothing was sent. Repeat the command with --yes to deploy.');
  if (estimate.balance < estimate.cost)
    throw new DeploymentError(
      `The deployer needs ${formatEther(estimate.cost - estimate.balance)} ether more.`,
    );
  const report = (step: string, hash: string | null) => print(`${hash}  ${step}`);
  const { contracts } = await deploySuite({ ...options, report });
  print(`Deployed. LabNFT ${contracts.labNft}. The manifest is ${options.file}.`);
}

async function readOptions(
  values: Values,
  env: Readonly<Record<string, string | undefined>>,
): Promise<DeploySuiteOptions> {
  const text = (name: keyof Values, fallback?: string): string => {
    const value = values[name] ?? fallback;
    if (typeof value !== 'string' || value === '') throw new DeployUsageError(`Say --${name}.`);
    return value;
  };
  const number = (name: keyof Values, fallback?: string): number => {
    const value = Number(text(name, fallback));
    if (!Number.isFinite(value) || value < 0) throw new DeployUsageError(`--${name}: must be a number.`);
    return value;
  };
  const chainId = number('chain');
  const address = (name: keyof Values, fallback?: string) => readAddress(name, text(name, fallback), chainId);
  const known: Network | undefined = Object.values(networks).find((network) => network.chainId === chainId);
  const delaySeconds = BigInt(Math.round(number('delay', '48') * 3600));
  const salt = values.salt === undefined ? zeroHash : keccak256(toHex(text('salt')));
  return {
    rpcUrl: text('rpc'),
    chainId,
    owner: address('owner'),
    delaySeconds,
    guardian: values.guardian === undefined ? undefined : address('guardian'),
    relayer: address('relayer'),
    attesters: { data: address('data-attester'), service: address('service-attester') },
    stablecoin: address('stablecoin', chainId === 31337 ? undefined : known?.contracts.usdc),
    metadataBase:
      values.web === undefined ? undefined : `${text('web').replace(/(?<!\/)\/+$/, '')}/metadata/`,
    mintFeeWei: parseEther(text('mint-fee', '0.001')),
    salt,
    title: text('title', known?.title ?? `Chain ${chainId}`),
    name: known?.name ?? `chain-${chainId}`,
    blockExplorerUrl: values.explorer === undefined ? (known?.blockExplorerUrl ?? null) : text('explorer'),
    file: text('out', `contracts-${chainId}.json`),
    signer: await openSigner(values, env, chainId),
  };
}
