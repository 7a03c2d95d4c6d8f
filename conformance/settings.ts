import { readFile } from 'node:fs/promises';
import { type ContractAddresses, networks } from '@labroom/contracts/networks';
import { normalizeOclId } from '@labroom/contracts/ocl-id';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import type { Environment } from './environment.ts';
import type { OperatorFixture } from './operator-fixture.ts';

/** Accounts of a run. A missing one is replaced by a new wallet, except the owner. */
export type AccountName = 'owner' | 'contributor' | 'viewer' | 'agent' | 'outsider';

/** Somebody who is signed in with the identity provider. */
export interface ProviderUser {
  token: string;
  /** A wallet that the token lists. */
  wallet: string;
  /** Whether the token's audience is registered to a consumer. */
  isRegistered: boolean;
}

export interface Settings {
  url: string;
  credential: string;
  /** Base of the gateway; its last segment is the stage. */
  gatewayUrl: string | undefined;
  environment: Environment;
  chainId: number;
  rpcUrl: string | undefined;
  contracts: ContractAddresses;
  accounts: Partial<Record<AccountName, PrivateKeyAccount>>;
  /** Absent: one is minted where there is a chain. */
  lab: `0x${string}` | undefined;
  readOnly: boolean;
  rateLimit: number | undefined;
  /** The JSON file that the service reads as its content source. */
  contentFile: string | undefined;
  user: ProviderUser | undefined;
  operator: OperatorFixture | undefined;
  /** Whether the service links DIDs, or only queues them. */
  didLinking: boolean;
  /** What the service is configured to, in production. */
  queryDepth: number;
}

const chainIds = { local: 31337, staging: 84532, production: 8453 } as const;

const privateKey = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/, 'is not a private key (0x and 64 hex digits)')
  .transform((key) => privateKeyToAccount(key as `0x${string}`));

/** `local.json` of a running stack, as far as it concerns this. */
const localJson = z.object({
  environment: z.enum(['local', 'staging', 'production']),
  chainId: z.number(),
  rpcUrl: z.url(),
  graphqlUrl: z.url(),
  gatewayUrl: z.url(),
  consumerCredential: z.string(),
  contracts: z.custom<ContractAddresses>((value) => typeof value === 'object' && value !== null),
  accounts: z.array(z.object({ name: z.string(), privateKey })),
});

const given = z.object({
  url: z.url().optional(),
  credential: z.string().optional(),
  'gateway-url': z.url().optional(),
  environment: z.enum(['local', 'staging', 'production']).optional(),
  rpc: z.url().optional(),
  lab: z
    .string()
    .transform((id) => normalizeOclId(id))
    .optional(),
  'owner-key': privateKey.optional(),
  'rate-limit': z.coerce.number().int().positive().max(10_000).optional(),
  'content-file': z.string().optional(),
  'user-token': z.string().optional(),
  'user-wallet': z.string().optional(),
  'user-registered': z.boolean().default(false),
  'did-linking': z.boolean().optional(),
  'query-depth': z.coerce.number().int().positive().default(10),
  'read-only': z.boolean().default(false),
});

/** A start that cannot succeed, in words. */
export class SettingsError extends Error {}

/**
 * Arguments over `local.json` over what follows from them. A value that begins with `@` names a file to read it from, so that
 * secrets need not stand on a command line.
 */
export async function decideSettings(
  args: Record<string, unknown>,
  localJsonPath: string | undefined,
): Promise<Settings> {
  const local = localJsonPath
    ? parse(localJson, JSON.parse(await readFile(localJsonPath, 'utf8')))
    : undefined;
  const told = parse(given, await withoutFiles(args));
  const url = told.url ?? local?.graphqlUrl;
  const credential = told.credential ?? local?.consumerCredential;
  if (!url || !credential) throw new SettingsError('Say --url and --credential, or --local-json.');
  const environment = told.environment ?? local?.environment;
  if (!environment) throw new SettingsError('Say --environment: local, staging or production.');
  const chainId = local?.chainId ?? chainIds[environment];
  const accounts = Object.fromEntries(
    local?.accounts.map(({ name, privateKey }) => [name, privateKey]) ?? [],
  );
  return {
    url,
    credential,
    gatewayUrl: told['gateway-url'] ?? local?.gatewayUrl,
    environment,
    chainId,
    rpcUrl: told.rpc ?? local?.rpcUrl,
    contracts: local?.contracts ?? networks[chainIds[environment]].contracts,
    accounts: { ...accounts, ...(told['owner-key'] && { owner: told['owner-key'] }) },
    lab: told.lab,
    readOnly: told['read-only'],
    rateLimit: told['rate-limit'],
    contentFile: told['content-file'],
    user:
      told['user-token'] && told['user-wallet']
        ? { token: told['user-token'], wallet: told['user-wallet'], isRegistered: told['user-registered'] }
        : undefined,
    operator: undefined,
    didLinking: told['did-linking'] ?? environment === 'local',
    queryDepth: told['query-depth'],
  };
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new SettingsError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
  );
}

async function withoutFiles(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const read = async (value: unknown) =>
    typeof value === 'string' && value.startsWith('@')
      ? (await readFile(value.slice(1), 'utf8')).trim()
      : value;
  return Object.fromEntries(
    await Promise.all(Object.entries(args).map(async ([name, value]) => [name, await read(value)] as const)),
  );
}
