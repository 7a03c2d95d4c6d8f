import { readFileSync } from 'node:fs';
import { parseEnv as parseDotenv } from 'node:util';
import { environments } from '@labroom/protocol/environments';
import { readSettings, SettingsFileError, settingsFileVariable } from '@labroom/protocol/settings-file';
import { trustedProxies } from '@labroom/protocol/trusted-proxies';
import { getAddress, isAddress } from 'viem';
import { z } from 'zod';
import { isPaidMutation, type PaidMutation, type PriceVariable, priceVariables } from './paid-mutations.ts';

const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .transform((value) => value.toLowerCase() as `0x${string}`);
const address = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'must be an address: 0x and 40 hex digits')
  .transform((value) => getAddress(value));
const whole = (min: number, max: number = Number.MAX_SAFE_INTEGER) => {
  const range = max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`;
  return z
    .string()
    .transform((text) => (/^\d{1,16}$/.test(text) ? Number(text) : Number.NaN))
    .refine((value) => value >= min && value <= max, `must be a whole number ${range}`);
};
const port = whole(1, 65_535);
const perMinute = whole(1, 1_000_000);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' });
const smtpUrl = z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' });
const attesterUrl = httpUrl.refine((url) => {
  const { username, password } = URL.parse(url) ?? {};
  return !username && !password;
}, 'must have no user and password');
const bearerSecret = z
  .string()
  .regex(/^[\x21-\x7e]{32,2000}$/, 'must have 32 to 2000 characters, ASCII without spaces');
const base64 = z.base64('must be Base64');
const oneOf = <Name extends string>(...names: [Name, ...Name[]]) =>
  z.enum(names, `must be one of ${names.join(', ')}`);
/** Limits texts to a length that no valid value reaches. */
const upTo = (length: number) => z.string().max(length, `must have at most ${length} characters`);
const list = z.string().transform((value) => value.split(/[\s,]+/).filter((item) => item !== ''));
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' });
const origin = httpUrl.refine(
  (url) => URL.canParse(url) && new URL(url).origin === url && !url.includes('*'),
  'must be origins: scheme, host and port, no path and no *',
);
/** RFC 9116, 2.5.3. */
const securityContact = z.url({
  protocol: /^(https|mailto|tel)$/,
  error: 'must be URLs that begin with https:, mailto: or tel:',
});
/** Names of networks in version 1 of x402, which older configurations have. */
const networkNames: Readonly<Record<string, string>> = {
  base: 'eip155:8453',
  'base-sepolia': 'eip155:84532',
};
const chainOf = z
  .string()
  .transform((name) => networkNames[name] ?? name)
  .pipe(
    z
      .string()
      .regex(/^eip155:[1-9]\d{0,14}$/, 'must be a CAIP-2 network (eip155:<chain id>), base or base-sepolia'),
  )
  .transform((value) => Number(value.slice('eip155:'.length)));
const mutations = list.transform((names, context): PaidMutation[] => {
  const unknown = names.filter((name) => !isPaidMutation(name));
  if (unknown.length > 0) context.addIssue(`the gateway does not sell ${unknown.join(', ')}`);
  return names.filter(isPaidMutation);
});
/** A JSON object of header names and values. The values are secret, so no problem quotes them. */
const headers = z.string().transform((text, context): Record<string, string> => {
  try {
    const given = z.record(z.string(), z.string()).parse(JSON.parse(text));
    return Object.fromEntries(new Headers(given));
  } catch {
    context.addIssue('must be a JSON object of HTTP headers and their values');
    return z.NEVER;
  }
});
const prices = Object.fromEntries(
  [...Object.values(priceVariables).flat(), 'X402_PRICE_DEFAULT'].map((name) => [
    name,
    z.string().optional(),
  ]),
) as Record<PriceVariable, z.ZodOptional<z.ZodString>>;

/** All variables that the service reads. No other file of the service reads the environment. */
const envSchema = z.object({
  LABROOM_ENVIRONMENT: oneOf(...environments).default('local'),
  LABROOM_ENV_FILE: z.string().optional(),
  DATA_DIR: z.string().default('.labroom'),
  PACKAGES_DIR: z.string().optional(),
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: ({ input }) => (input === undefined ? 'required, a postgres:// URL' : 'must be a postgres:// URL'),
  }),
  DATABASE_REPLICA_URLS: list.pipe(z.array(postgresUrl)).default([]),
  RPC_URL: httpUrl.optional(),
  PUBLIC_RPC_URL: httpUrl.optional(),
  CONTRACTS: z.string().optional(),
  INDEXER_WITNESS_RPC_URL: httpUrl.optional(),
  INDEXER_START_BLOCK: whole(0).optional(),
  SERVICE_HOST: z.string().default('127.0.0.1'),
  SERVICE_PORT: port.default(4000),
  SERVICE_URL: httpUrl.optional(),
  WEB_URL: httpUrl.optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(origin)).default([]),
  CREDENTIAL_PREFIX: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_-]{0,31}$/, 'must have at most 32 letters, digits, _ and -, a letter first')
    .optional(),
  CREDENTIAL_PATHS: z.enum(['plain', 'slash']).default('plain'),
  SERVICE_SECRET: list.pipe(z.array(base64)).default([]),
  KMS_MASTER_KEY: list.pipe(z.array(base64)).default([]),
  AWS_KMS_KEY_ID: z.string().optional(),
  AWS_KMS_PREVIOUS_KEY_ID: z.string().optional(),
  AWS_KMS_REGION: z.string().default('us-east-1'),
  AWS_KMS_ENDPOINT: httpUrl.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name')
    .optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_PUBLIC_URL: httpUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  IPNFT_COLLECTION: address.optional(),
  DID_REGISTRY: address.optional(),
  RELAYER_ACCOUNT: address.optional(),
  RELAYER_PRIVATE_KEY: privateKey.optional(),
  DATA_ATTESTER_PRIVATE_KEY: privateKey.optional(),
  DATA_ATTESTER_KMS_KEY_ID: upTo(2_000).optional(),
  DATA_ATTESTER_URL: attesterUrl.optional(),
  DATA_ATTESTER_SECRET: bearerSecret.optional(),
  DATA_ATTESTER_ADDRESS: address.optional(),
  SERVICE_ATTESTER_PRIVATE_KEY: privateKey.optional(),
  SERVICE_ATTESTER_KMS_KEY_ID: upTo(2_000).optional(),
  SERVICE_ATTESTER_URL: attesterUrl.optional(),
  SERVICE_ATTESTER_SECRET: bearerSecret.optional(),
  SERVICE_ATTESTER_ADDRESS: address.optional(),
  CMS_URL: httpUrl.optional(),
  NAME_REGISTRY: z.union([z.literal('none'), address]).optional(),
  ENS_RPC_URL: httpUrl.optional(),
  BUNDLER_URL: httpUrl.optional(),
  OIDC_ISSUER: upTo(2_000).optional(),
  OIDC_AUDIENCE: upTo(10_000).optional(),
  OIDC_JWKS_URL: httpUrl.optional(),
  OIDC_WALLET_CLAIM: upTo(200).optional(),
  EMBEDDINGS_URL: httpUrl.optional(),
  EMBEDDINGS_MODEL: upTo(200).optional(),
  EMBEDDINGS_API_KEY: upTo(2_000).optional(),
  EMBEDDINGS_MIN_SIMILARITY: z.coerce
    .number('must be a number from -1 to 1')
    .min(-1, 'must be a number from -1 to 1')
    .max(1, 'must be a number from -1 to 1')
    .optional(),
  SMTP_URL: smtpUrl.optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'must be 32 bytes in Base64url')
    .optional(),
  VAPID_CONTACT: z
    .string()
    .regex(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'must be a mailto: or https URL')
    .optional(),
  RATE_LIMIT_PER_CONSUMER: perMinute.optional(),
  RATE_LIMIT_PER_WALLET: perMinute.optional(),
  RATE_LIMIT_PER_ADDRESS: perMinute.optional(),
  RATE_LIMIT_PER_VISITOR: perMinute.optional(),
  RATE_LIMIT_PROCESSOR_MS: perMinute.optional(),
  TRUSTED_PROXIES: trustedProxies.default([]),
  SECURITY_CONTACT: list.pipe(z.array(securityContact)).default([]),
  SHUTDOWN_DELAY_SECONDS: whole(0, 20).optional(),
  X402_NETWORK: chainOf.optional(),
  X402_ASSET: address.optional(),
  X402_ASSET_NAME: z.string().optional(),
  X402_ASSET_VERSION: z.string().optional(),
  X402_ASSET_DECIMALS: whole(0, 36).default(6),
  X402_PAY_TO_ADDRESS: address.optional(),
  X402_FACILITATOR_URL: httpUrl.optional(),
  X402_FACILITATOR_AUTH_HEADERS: headers.default({}),
  X402_RPC_URL: httpUrl.optional(),
  X402_ACCOUNT_FACTORIES: list.pipe(z.array(address)).default([]),
  // Above 240, a payment with the usual validity of 300 seconds could expire before a slow call is settled.
  X402_MAX_TIMEOUT_SECONDS: whole(1, 240).default(60),
  X402_TOKEN_TTL_SECONDS: whole(10, 3_600).default(300),
  X402_REQUIRE_INTENT: mutations.default([]),
  X402_BATCH_SETTLEMENT: z.enum(['on', 'off']).optional(),
  ...prices,
  FACILITATOR_PRIVATE_KEY: privateKey.optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: port.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  LOG_LEVEL: oneOf('debug', 'info', 'warn', 'error', 'silent').default('info'),
});

export type Env = z.infer<typeof envSchema>;

/** The configuration is invalid. The message lists every problem. */
export class ConfigurationError extends Error {
  readonly problems: readonly string[];

  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
    this.problems = problems;
  }
}

interface ReadEnv {
  /** The variables as given. */
  given: Readonly<Record<string, string | undefined>>;
  /** The valid variables. Invalid ones count as absent here. */
  env: Env;
  problems: string[];
}

/**
 * The variables of this process, and those of the file that `LABROOM_ENV_FILE` names. One that both have is the process's own.
 * @throws ConfigurationError when the file cannot be read or has names that nothing reads
 */
export function readProcessEnv(
  own: Record<string, string | undefined> = process.env,
): Record<string, string | undefined> {
  const file = own[settingsFileVariable];
  if (!file) return own;
  try {
    const given = Object.entries(own).filter(([, value]) => value !== '');
    return { ...readSettings(readFileSync(file, 'utf8'), parseDotenv), ...Object.fromEntries(given) };
  } catch (error) {
    if (error instanceof SettingsFileError)
      throw new ConfigurationError(error.problems.map((problem) => `${settingsFileVariable}: ${problem}`));
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError([`${settingsFileVariable}: the file cannot be read (${code}): ${file}`]);
  }
}

/**
 * Reads and checks the environment. An empty variable counts as absent. No problem quotes a value, because it may be
 * secret.
 */
export function parseEnv(source = readProcessEnv()): ReadEnv {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = envSchema.safeParse(present);
  if (parsed.success) return { given: source, env: parsed.data, problems: [] };
  const { issues } = parsed.error;
  const problems = new Set(issues.map(({ path, message }) => `${path[0]?.toString()}: ${message}`));
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const rest = Object.fromEntries(Object.entries(present).filter(([name]) => !wrong.has(name)));
  return {
    given: source,
    env: envSchema.parse({ DATABASE_URL: 'postgres://absent', ...rest }),
    problems: [...problems],
  };
}

/** @throws ConfigurationError with every problem of a single variable */
export function readEnv(source?: Record<string, string | undefined>): Env {
  const { env, problems } = parseEnv(source);
  if (problems.length > 0) throw new ConfigurationError(problems);
  return env;
}

export const variables: readonly string[] = Object.keys(envSchema.shape);
