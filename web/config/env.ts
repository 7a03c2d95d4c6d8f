import 'server-only';
import { type Manifest, ManifestError, manifestFrom, networkOf } from '@labroom/contracts/manifest';
import type { Network } from '@labroom/contracts/networks';
import { chainIds, type Environment, environments } from '@labroom/protocol/environments';
import { trustedProxies } from '@labroom/protocol/trusted-proxies';
import { webVariables } from '@labroom/protocol/variables';
import { z } from 'zod';
import type { PublicConfig, WalletConnectConfig } from '#lib/config/public-config.tsx';

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

/** Two thirds of a processor: thirty people behind one address use about half of it. */
const defaultPageProcessorMs = 40_000;

const envSchema = z.object({
  LABROOM_ENVIRONMENT: z.enum(environments, `must be one of ${environments.join(', ')}`).default('local'),
  /** Public URL of the service. */
  SERVICE_URL: url.default('http://127.0.0.1:4000'),
  /** URL of the service for this server, if it differs. */
  INTERNAL_SERVICE_URL: url.optional(),
  /** The consumer credential of the web app. */
  SERVICE_CREDENTIAL: z.string().min(1).optional(),
  /**
   * URL of the node for browsers. It is public, so it is separate from the service's node URL, which may contain an API
   * key.
   */
  PUBLIC_RPC_URL: url.default('http://127.0.0.1:8545'),
  /** The deployment of the contracts: `published`, or a manifest. */
  CONTRACTS: z.string().optional(),
  /** Public URL of this app. */
  WEB_URL: url.default('http://127.0.0.1:3000'),
  /** Public URL of the service, if `SERVICE_URL` is the one for this server. */
  PUBLIC_SERVICE_URL: url.optional(),
  /** URL of the storage for browsers. Without it, uploads go through this server. */
  STORAGE_URL: url.optional(),
  /** Lets people connect wallets of other devices. */
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be 32 lowercase hex digits')
    .optional(),
  /** The relay of WalletConnect. */
  WALLETCONNECT_RELAY_URL: z
    .url({ protocol: /^wss?$/, error: 'must be a ws(s) URL' })
    .default('wss://relay.walletconnect.org'),
  /** Proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: trustedProxies.default([]),
  /** Milliseconds of this process per minute for the requests of one network. */
  RATE_LIMIT_PAGE_PROCESSOR_MS: z.coerce.number().int().positive().optional(),
});

export interface WebEnv {
  environment: Environment;
  /** The deployment of the contracts. */
  manifest: Manifest;
  network: Network;
  serviceUrl: string;
  publicServiceUrl: string;
  serviceCredential: string | undefined;
  rpcUrl: string;
  webUrl: string;
  storageUrl: string;
  /** Whether uploads go through this server, because browsers cannot reach the storage. */
  proxiesUploads: boolean;
  walletConnect: WalletConnectConfig | undefined;
  trustedProxies: readonly string[];
  /** Milliseconds of this process per minute for the requests of one network; `null`: not limited. */
  pageProcessorMs: number | null;
}

/** An invalid configuration. The message lists every problem. */
export class WebEnvError extends Error {
  constructor(problems: string[]) {
    super(`The web app's configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'WebEnvError';
  }
}

/** Validates environment variables. An empty variable counts as absent. */
export function parseEnv(source: Record<string, string | undefined>): WebEnv {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = envSchema.safeParse(present);
  const malformed = (parsed.error?.issues ?? []).map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  const problems = [...malformed, ...beyondLocalProblems(present)];
  const deployment = parsed.data && deploymentIn(parsed.data, problems);
  if (!parsed.success || !deployment || problems.length > 0) throw new WebEnvError(problems);
  const { data } = parsed;
  const serviceUrl = withoutEnd(data.INTERNAL_SERVICE_URL ?? data.SERVICE_URL);
  const publicServiceUrl = withoutEnd(data.PUBLIC_SERVICE_URL ?? data.SERVICE_URL);
  return {
    environment: data.LABROOM_ENVIRONMENT,
    ...deployment,
    serviceUrl,
    publicServiceUrl,
    serviceCredential: data.SERVICE_CREDENTIAL,
    rpcUrl: data.PUBLIC_RPC_URL,
    webUrl: withoutEnd(data.WEB_URL),
    storageUrl: data.STORAGE_URL ?? publicServiceUrl,
    proxiesUploads: data.STORAGE_URL === undefined,
    walletConnect: data.WALLETCONNECT_PROJECT_ID
      ? { projectId: data.WALLETCONNECT_PROJECT_ID, relayUrl: data.WALLETCONNECT_RELAY_URL }
      : undefined,
    trustedProxies: data.TRUSTED_PROXIES,
    pageProcessorMs:
      data.RATE_LIMIT_PAGE_PROCESSOR_MS ??
      (data.LABROOM_ENVIRONMENT === 'local' ? null : defaultPageProcessorMs),
  };
}

/** Returns the deployment of the contracts. Adds a problem if its manifest cannot be used. */
function deploymentIn(
  { LABROOM_ENVIRONMENT: environment, CONTRACTS }: z.infer<typeof envSchema>,
  problems: string[],
): Pick<WebEnv, 'manifest' | 'network'> | undefined {
  const chainId = chainIds[environment];
  try {
    const manifest = manifestFrom(CONTRACTS, chainId);
    return { manifest, network: networkOf(manifest, chainId) };
  } catch (error) {
    if (!(error instanceof ManifestError)) throw error;
    problems.push(`CONTRACTS: the manifest ${error.message}`);
    return undefined;
  }
}

/** Variables that have a default only in the local environment. */
const requiredBeyondLocal = {
  SERVICE_URL: 'the service, as browsers reach it',
  SERVICE_CREDENTIAL: 'a consumer credential for this app',
  PUBLIC_RPC_URL: 'the node, as browsers reach it',
  WEB_URL: 'where browsers find this app',
} as const;
const seenByBrowsers = ['PUBLIC_RPC_URL', 'WEB_URL', 'STORAGE_URL', 'WALLETCONNECT_RELAY_URL'] as const;

function beyondLocalProblems(given: Record<string, string | undefined>): string[] {
  const { LABROOM_ENVIRONMENT: environment } = given;
  if (environment !== 'staging' && environment !== 'production') return [];
  const missing = Object.entries(requiredBeyondLocal)
    .filter(([name]) => !given[name])
    .map(([name, what]) => `${name}: required in ${environment}, ${what}`);
  const publicName = given.PUBLIC_SERVICE_URL ? 'PUBLIC_SERVICE_URL' : 'SERVICE_URL';
  const insecure =
    environment === 'production'
      ? [publicName, ...seenByBrowsers].filter((name) => /^(http|ws):/.test(given[name] ?? ''))
      : [];
  return [...missing, ...insecure.map((name) => `${name}: must be encrypted (https or wss) in production`)];
}

const withoutEnd = (address: string) => address.replace(/(?<!\/)\/+$/, '');

let env: WebEnv | undefined;

/**
 * Adds the web app's variables of a file to those of this process, which win, once, before the configuration is read. The secrets of the
 * service that are in the same file are left there.
 * @param read returns the variables of the file that `LABROOM_ENV_FILE` names; it needs Node, which this module does not
 * @throws WebEnvError
 */
export function addSettings(read: (file: string) => Record<string, string>): void {
  const file = process.env.LABROOM_ENV_FILE;
  if (!file) return;
  for (const [name, value] of Object.entries(read(file)))
    if (webVariables.includes(name) && !process.env[name]) process.env[name] = value;
}

/**
 * Replaces a file or URL in `CONTRACTS` by the manifest in it, once, before the configuration is read.
 * @param load reads the manifest; it needs Node, which this module does not
 * @throws WebEnvError
 */
export async function loadContracts(
  load: (source: string | undefined, options: { isLocal: boolean }) => Promise<string | undefined>,
): Promise<void> {
  try {
    const isLocal = (process.env.LABROOM_ENVIRONMENT || 'local') === 'local';
    const manifest = await load(process.env.CONTRACTS, { isLocal });
    if (manifest) process.env.CONTRACTS = manifest;
  } catch (error) {
    if (error instanceof ManifestError) throw new WebEnvError([`CONTRACTS: the manifest ${error.message}`]);
    throw error;
  }
}

/**
 * The configuration of this process. It is parsed on first use, not at build time, so one build runs in any
 * environment.
 */
export function webEnv(): WebEnv {
  env ??= parseEnv(process.env);
  return env;
}

/** The part of the configuration that browsers may see. */
export function publicConfig(): PublicConfig {
  const { environment, network, rpcUrl, walletConnect } = webEnv();
  return {
    environment,
    chainId: network.chainId,
    network,
    rpcUrl,
    ...(walletConnect && { walletConnect }),
  };
}

/** Whether this is `next dev`. Fixed at build time. */
export const isDevelopment = process.env.NODE_ENV === 'development';
