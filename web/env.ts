import 'server-only';
import { z } from 'zod';
import { networks } from '#contracts/networks.ts';
import type { PublicConfig } from '#lib/public-config.tsx';
import { chainIds, type Environment, environments } from '#packages/protocol/environments.ts';
import { trustedProxies } from '#packages/protocol/trusted-proxies.ts';

const url = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });

const envSchema = z.object({
  LABROOM_ENVIRONMENT: z.enum(environments, `must be one of ${environments.join(', ')}`).default('local'),
  /** Where the web server finds the service. */
  SERVICE_URL: url.default('http://127.0.0.1:4000'),
  /** The consumer credential of the web app. */
  SERVICE_CREDENTIAL: z.string().min(1).optional(),
  /** The chain as browsers reach it: everybody sees this address, so it is never the service's own, which may hold a key. */
  PUBLIC_RPC_URL: url.default('http://127.0.0.1:8545'),
  /** Where browsers find this app. */
  WEB_URL: url.default('http://127.0.0.1:3000'),
  /** Where browsers and programs find the service, if not where this server does. */
  PUBLIC_SERVICE_URL: url.optional(),
  /** Where browsers reach the storage. Without it uploads go through this server. */
  STORAGE_URL: url.optional(),
  /** Proxies whose `X-Forwarded-For` says where a request comes from. */
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
  /** Whether uploads go through this server, because browsers may not reach the storage. */
  proxiesUploads: boolean;
  trustedProxies: readonly string[];
}

/** A configuration that cannot work, with every problem at once. */
export class WebEnvError extends Error {
  constructor(problems: string[]) {
    super(`The web app's configuration is wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'WebEnvError';
  }
}

/** Checks an environment; an empty variable counts as absent. */
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

/** What has a default on one's own machine, and none where others come. */
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

/** The environment of this server process, read when it is first needed: one build runs anywhere. */
export function webEnv(): WebEnv {
  env ??= parseEnv(process.env);
  return env;
}

/** What the browser may know of it. */
export function publicConfig(): PublicConfig {
  const { environment, rpcUrl } = webEnv();
  const chainId = chainIds[environment];
  return { environment, chainId, network: networks[chainId], rpcUrl };
}

/** Whether this is `next dev`; fixed when the app is built. */
export const isDevelopment = process.env.NODE_ENV === 'development';
