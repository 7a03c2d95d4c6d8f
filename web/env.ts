import 'server-only';
import { z } from 'zod';
import { networks } from '#contracts/networks.ts';
import type { PublicConfig } from '#lib/public-config.tsx';
import { chainIds, type Environment, environments } from '#packages/protocol/environments.ts';
import { trustedProxies } from '#packages/protocol/trusted-proxies.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

const envSchema = z.object({
  LABROOM_ENVIRONMENT: z.enum(environments, `must be one of ${environments.join(', ')}`).default('local'),
  /** URL of the service, as the web server reaches it. */
  SERVICE_URL: url.default('http://127.0.0.1:4000'),
  /** The consumer credential of the web app. */
  SERVICE_CREDENTIAL: z.string().min(1).optional(),
  /**
   * URL of the node for browsers. It is public, so it is separate from the service's node URL, which may contain an API
   * key.
   */
  PUBLIC_RPC_URL: url.default('http://127.0.0.1:8545'),
  /** Public URL of this app. */
  WEB_URL: url.default('http://127.0.0.1:3000'),
  /** Public URL of the service, if it differs from `SERVICE_URL`. */
  PUBLIC_SERVICE_URL: url.optional(),
  /** URL of the storage for browsers. Without it, uploads go through this server. */
  STORAGE_URL: url.optional(),
  /** Proxies whose `X-Forwarded-For` is trusted. */
  TRUSTED_PROXIES: trustedProxies.default([]),
});

export interface WebEnv {
  environment: Environment;
  serviceUrl: string;
  publicServiceUrl: string;
  serviceCredential: string | undefined;
  rpcUrl: string;
  webUrl: string;
  storageUrl: string;
  /** Whether uploads go through this server, because browsers cannot reach the storage. */
  proxiesUploads: boolean;
  trustedProxies: readonly string[];
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
  if (!parsed.success || problems.length > 0) throw new WebEnvError(problems);
  const { data } = parsed;
  const serviceUrl = withoutEnd(data.SERVICE_URL);
  const publicServiceUrl = withoutEnd(data.PUBLIC_SERVICE_URL ?? serviceUrl);
  return {
    environment: data.LABROOM_ENVIRONMENT,
    serviceUrl,
    publicServiceUrl,
    serviceCredential: data.SERVICE_CREDENTIAL,
    rpcUrl: data.PUBLIC_RPC_URL,
    webUrl: withoutEnd(data.WEB_URL),
    storageUrl: data.STORAGE_URL ?? publicServiceUrl,
    proxiesUploads: data.STORAGE_URL === undefined,
    trustedProxies: data.TRUSTED_PROXIES,
  };
}

/** Variables that have a default only in the local environment. */
const requiredBeyondLocal = {
  SERVICE_URL: 'the service, as this server reaches it',
  SERVICE_CREDENTIAL: 'a consumer credential for this app',
  PUBLIC_RPC_URL: 'the node, as browsers reach it',
  WEB_URL: 'where browsers find this app',
  PUBLIC_SERVICE_URL: 'the service, as browsers reach it',
} as const;
const seenByBrowsers = ['PUBLIC_RPC_URL', 'WEB_URL', 'PUBLIC_SERVICE_URL', 'STORAGE_URL'] as const;

function beyondLocalProblems(given: Record<string, string | undefined>): string[] {
  const { LABROOM_ENVIRONMENT: environment } = given;
  if (environment !== 'staging' && environment !== 'production') return [];
  const missing = Object.entries(requiredBeyondLocal)
    .filter(([name]) => !given[name])
    .map(([name, what]) => `${name}: required in ${environment}, ${what}`);
  const insecure =
    environment === 'production' ? seenByBrowsers.filter((name) => given[name]?.startsWith('http:')) : [];
  return [...missing, ...insecure.map((name) => `${name}: must be https in production`)];
}

const withoutEnd = (address: string) => address.replace(/\/+$/, '');

let env: WebEnv | undefined;

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
  const { environment, rpcUrl } = webEnv();
  const chainId = chainIds[environment];
  return { environment, chainId, network: networks[chainId], rpcUrl };
}

/** Whether this is `next dev`. Fixed at build time. */
export const isDevelopment = process.env.NODE_ENV === 'development';
