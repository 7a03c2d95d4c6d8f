import { localAccount } from '@labroom/contracts/local-accounts';
import { type Network, networks } from '@labroom/contracts/networks';
import { privateKeyToAddress } from 'viem/accounts';
import { isInsecure } from './beyond-local.ts';
import type { GatewayConfig } from './config.ts';
import type { Env } from './env.ts';
import { type PaidMutation, paidMutations, priceVariables } from './paid-mutations.ts';
import { publiclyKnownProblems } from './publicly-known.ts';
import type { GatewaySecrets } from './secrets.ts';

/** In units of the asset. */
const DEFAULT_PRICE = '0.01';
const LOCAL_CHAIN = 31337;
const DAY = 86_400;

/** Returns the gateway's settings. Adds problems to `problems`, as messages for the operator. */
export function decideGateway(
  env: Env & { RPC_URL: string },
  environmentNetwork: Network,
  problems: string[],
): GatewayConfig {
  const environment = env.LABROOM_ENVIRONMENT;
  const isLocal = environment === 'local';
  const { chainId: environmentChain } = environmentNetwork;
  const chainId = env.X402_NETWORK ?? environmentChain;
  const asset = decideAsset(env, chainId, environmentNetwork, problems);
  const payTo = env.X402_PAY_TO_ADDRESS ?? localAccount('payTo').address;
  if (!isLocal && !env.X402_PAY_TO_ADDRESS)
    problems.push(`X402_PAY_TO_ADDRESS: required in ${environment}; set the address that receives payments`);
  if (!env.X402_FACILITATOR_URL && !(isLocal && chainId === LOCAL_CHAIN))
    problems.push('X402_FACILITATOR_URL: required; the embedded facilitator works on the local chain only');
  if (env.X402_FACILITATOR_URL && !isLocal && isInsecure(env.X402_FACILITATOR_URL))
    // Anyone who can change a facilitator's answers gets calls without paying, in the name of any payer.
    problems.push('X402_FACILITATOR_URL: must be https, because the facilitator decides about payments');
  if (chainId !== environmentChain && !env.X402_RPC_URL)
    problems.push(`X402_RPC_URL: required, because RPC_URL is a node of eip155:${environmentChain}`);
  problems.push(
    ...publiclyKnownProblems(environment, {
      X402_PAY_TO_ADDRESS: env.X402_PAY_TO_ADDRESS,
      FACILITATOR_PRIVATE_KEY:
        env.FACILITATOR_PRIVATE_KEY && privateKeyToAddress(env.FACILITATOR_PRIVATE_KEY),
    }),
  );
  return {
    chainId,
    network: `eip155:${chainId}`,
    asset: asset.address,
    domain: { name: asset.name, version: asset.version },
    decimals: asset.decimals,
    payTo,
    prices: decidePrices(env, asset.decimals, problems),
    facilitator: env.X402_FACILITATOR_URL
      ? { kind: 'remote', url: env.X402_FACILITATOR_URL.replace(/\/$/, '') }
      : { kind: 'embedded', rpcUrl: env.RPC_URL },
    reconcileRpcUrl: env.X402_RPC_URL ?? env.RPC_URL,
    accountFactories: env.X402_ACCOUNT_FACTORIES,
    maxTimeoutSeconds: env.X402_MAX_TIMEOUT_SECONDS,
    tokenTtlSeconds: env.X402_TOKEN_TTL_SECONDS,
    facilitatorMs: 5_000,
    patience: { forMs: 5_000, everyMs: 250 },
    requireIntent: env.X402_REQUIRE_INTENT,
    channels: decideChannels(env, problems),
  };
}

/** Off unless asked for: a client that reads prices strictly may know no scheme but `exact`. */
function decideChannels(env: Env, problems: string[]): GatewayConfig['channels'] {
  if (env.X402_BATCH_SETTLEMENT !== 'on') return null;
  const environment = env.LABROOM_ENVIRONMENT;
  if (environment !== 'local')
    problems.push(
      `X402_BATCH_SETTLEMENT: must be off in ${environment}, because payment channels exist on the local chain only`,
    );
  // Only the embedded facilitator sends the transactions of channels.
  else if (env.X402_FACILITATOR_URL)
    problems.push(
      'X402_BATCH_SETTLEMENT: needs the embedded facilitator, so X402_FACILITATOR_URL must not be set',
    );
  return { withdrawDelay: DAY, claimAfterMs: 60_000 };
}

export function readGatewaySecrets(env: Env): GatewaySecrets {
  const isEmbedded = !env.X402_FACILITATOR_URL;
  return {
    facilitatorKey: isEmbedded
      ? (env.FACILITATOR_PRIVATE_KEY ?? localAccount('facilitator').privateKey)
      : undefined,
    facilitatorHeaders: env.X402_FACILITATOR_AUTH_HEADERS,
  };
}

/** Returns the network's stablecoin, or the token that the operator configured with its EIP-712 domain. */
function decideAsset(env: Env, chainId: number, environmentNetwork: Network, problems: string[]) {
  const network = [environmentNetwork, ...Object.values(networks)].find(
    (candidate) => candidate.chainId === chainId,
  );
  const known = network && { address: network.contracts.usdc, ...network.stablecoin };
  const address = env.X402_ASSET ?? known?.address;
  if (known && address === known.address) return known;
  const missing = (['X402_ASSET', 'X402_ASSET_NAME', 'X402_ASSET_VERSION'] as const).filter(
    (name) => !env[name],
  );
  if (missing.length > 0)
    problems.push(`${missing.join(', ')}: required, because eip155:${chainId} has no default asset`);
  return {
    address: address ?? '0x',
    name: env.X402_ASSET_NAME ?? '',
    version: env.X402_ASSET_VERSION ?? '',
    decimals: env.X402_ASSET_DECIMALS,
  } as const;
}

function decidePrices(env: Env, decimals: number, problems: string[]): Record<PaidMutation, string> {
  const priceOf = (mutation: PaidMutation) => {
    const names = [...priceVariables[mutation], 'X402_PRICE_DEFAULT'] as const;
    const name = names.find((candidate) => env[candidate] !== undefined);
    const price = toUnits((name && env[name]) ?? DEFAULT_PRICE, decimals);
    const problem = `${name}: must be a decimal amount over 0 with at most ${decimals} places`;
    if (price === null && !problems.includes(problem)) problems.push(problem);
    return price ?? '0';
  };
  return Object.fromEntries(paidMutations.map((mutation) => [mutation, priceOf(mutation)])) as Record<
    PaidMutation,
    string
  >;
}

/** Converts a decimal amount to smallest units, exactly; `null` if it is not such an amount. */
function toUnits(amount: string, decimals: number): string | null {
  const [, whole = '', fraction = ''] = /^(\d{1,12})(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === '' || fraction.length > decimals) return null;
  const units = BigInt(whole + fraction.padEnd(decimals, '0'));
  return units > 0n ? units.toString() : null;
}
