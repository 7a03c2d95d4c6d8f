import { getAddress, isAddress } from 'viem';
import { z } from 'zod';

const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'must be 0x and 64 hex digits')
  .transform((value) => value.toLowerCase() as `0x${string}`);
const address = z
  .string()
  .refine((value) => isAddress(value, { strict: false }), 'must be an address: 0x and 40 hex digits')
  .transform((value) => getAddress(value));
const port = z.coerce.number().int().min(1).max(65_535);
const perMinute = z.coerce.number().int().min(1).max(1_000_000);

/** The names of everything the service reads from its environment. No other file of the service reads it. */
const envSchema = z.object({
  LABROOM_ENVIRONMENT: z.enum(['local', 'staging', 'production']).default('local'),
  DATA_DIR: z.string().min(1).default('.labroom'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }),
  RPC_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).default('http://127.0.0.1:8545'),
  SERVICE_HOST: z.string().default('127.0.0.1'),
  SERVICE_PORT: port.default(4000),
  SERVICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  WEB_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  SERVICE_SECRET: z.base64().optional(),
  KMS_MASTER_KEY: z.base64().optional(),
  DID_REGISTRY: address.optional(),
  RELAYER_ACCOUNT: address.optional(),
  RELAYER_PRIVATE_KEY: privateKey.optional(),
  DATA_ATTESTER_PRIVATE_KEY: privateKey.optional(),
  SERVICE_ATTESTER_PRIVATE_KEY: privateKey.optional(),
  BUNDLER_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) URL' }).optional(),
  RATE_LIMIT_PER_CONSUMER: perMinute.optional(),
  RATE_LIMIT_PER_WALLET: perMinute.optional(),
  SHUTDOWN_DELAY_SECONDS: z.coerce.number().int().min(0).max(20).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export type Env = z.infer<typeof envSchema>;

/** A start that cannot succeed, with every problem at once. */
export class ConfigurationError extends Error {
  constructor(problems: string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : 'problems'}:\n${problems.map((p) => `  ${p}`).join('\n')}`,
    );
    this.name = 'ConfigurationError';
  }
}

/** Reads and checks the environment; an empty variable counts as absent. */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = envSchema.safeParse(present);
  if (parsed.success) return parsed.data;
  throw new ConfigurationError(
    parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
  );
}
