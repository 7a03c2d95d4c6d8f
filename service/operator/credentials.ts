import { and, asc, eq, isNull } from 'drizzle-orm';
import { LONG_SECONDS, parseLifetime } from '#core/tokens/lifetime.ts';
import { createConsumerCredential } from '../auth/consumer-credential.ts';
import { serviceSchema } from '../graphql/schema.ts';
import { consumers } from '../platform/db/tables/consumers.ts';
import { type Command, type Operation, required, UsageError } from './core/command.ts';

export const createCredential: Command = {
  summary: 'creates a consumer credential and shows it once',
  options: {
    label: { placeholder: 'name', summary: 'name of the program that gets it' },
    'names-visitors': { summary: 'a web app; rate limits apply per visitor' },
    'expires-in': { placeholder: '90d', summary: 'lifetime; unlimited if omitted' },
    'read-only': { summary: 'no mutations' },
    mutations: { placeholder: 'names', summary: 'only these mutations, separated by commas' },
    'per-minute': {
      placeholder: 'requests',
      summary: 'its own limit instead of RATE_LIMIT_PER_CONSUMER',
    },
    paths: {
      placeholder: 'plain|slash',
      summary: 'how paths begin in answers; CREDENTIAL_PATHS if omitted, plain for a web app',
    },
  },
  async run(operation) {
    const { db, config } = operation.context;
    const label = required(operation, 'label');
    const { credential } = await createConsumerCredential(db, config.credentialPrefix, label, {
      namesVisitors: operation.options['names-visitors'] === true,
      slashPaths: pathsOf(operation) === 'slash',
      ...limitsOf(operation),
    });
    operation.print(credential);
    return true;
  },
};

export const listCredentials: Command = {
  summary: 'lists consumer credentials with their limits and dates',
  options: {},
  async run({ context, print }) {
    for (const row of await context.db.select().from(consumers).orderBy(asc(consumers.createdAt))) {
      const { id, label, createdAt, lastUsedAt } = row;
      const used = lastUsedAt ? [`last used ${lastUsedAt.toISOString()}`] : [];
      print([id, createdAt.toISOString(), stateOf(row), label, ...restrictionsOf(row), ...used].join('\t'));
    }
    return true;
  },
};

export const revokeCredential: Command = {
  summary: 'revokes a consumer credential at once',
  options: { id: { placeholder: 'consumerId', summary: 'as list-credentials shows it' } },
  async run(operation) {
    const { db } = operation.context;
    const revoked = await db
      .update(consumers)
      .set({ revokedAt: new Date() })
      .where(and(eq(consumers.id, required(operation, 'id')), isNull(consumers.revokedAt)))
      .returning({ id: consumers.id });
    operation.print(
      revoked.length > 0 ? 'Revoked.' : 'No valid credential has this id. See list-credentials.',
    );
    return revoked.length > 0;
  },
};

type ConsumerRow = typeof consumers.$inferSelect;

function stateOf({ revokedAt, expiresAt }: ConsumerRow): string {
  if (revokedAt) return `revoked ${revokedAt.toISOString()}`;
  if (!expiresAt) return 'valid';
  return `${expiresAt <= new Date() ? 'expired' : 'valid until'} ${expiresAt.toISOString()}`;
}

function restrictionsOf({
  wallet,
  namesVisitors,
  allowedMutations,
  allowedLabs,
  perMinute,
  slashPaths,
}: ConsumerRow): string[] {
  const scope = allowedMutations?.length === 0 ? 'read-only' : `only ${allowedMutations?.join(', ')}`;
  return [
    ...(wallet ? [`issued by ${wallet}`] : []),
    ...(namesVisitors ? ['names visitors'] : []),
    ...(allowedMutations ? [scope] : []),
    ...(allowedLabs ? [`only labs ${allowedLabs.join(', ')}`] : []),
    ...(perMinute === null ? [] : [`${perMinute} per minute`]),
    ...(slashPaths ? ['paths with a slash'] : []),
  ];
}

/** The web app compares paths as they are stored. @throws UsageError */
function pathsOf({ options, context }: Operation): string {
  const { paths, 'names-visitors': namesVisitors } = options;
  if (paths === undefined) return namesVisitors ? 'plain' : context.config.credentialPaths;
  if (paths !== 'plain' && paths !== 'slash') throw new UsageError('--paths: must be plain or slash.');
  return paths;
}

/** @throws UsageError */
function limitsOf({ options }: Operation) {
  const { 'expires-in': expiresIn, 'read-only': readOnly, mutations, 'per-minute': perMinute } = options;
  if (readOnly && mutations) throw new UsageError('Pass --read-only or --mutations, not both.');
  const allowedMutations = readOnly ? [] : mutations === undefined ? undefined : String(mutations).split(',');
  const known = serviceSchema().getMutationType()?.getFields() ?? {};
  const unknown = allowedMutations?.filter((name) => !Object.hasOwn(known, name)) ?? [];
  if (unknown.length > 0) throw new UsageError(`--mutations: no such mutation: ${unknown.join(', ')}.`);
  if (perMinute !== undefined && !/^[1-9]\d{0,5}$/.test(String(perMinute)))
    throw new UsageError('--per-minute: must be a whole number from 1 to 999999.');
  return {
    ...(allowedMutations && { allowedMutations }),
    ...(perMinute !== undefined && { perMinute: Number(perMinute) }),
    ...(expiresIn !== undefined && { expiresAt: expiryOf(String(expiresIn)) }),
  };
}

function expiryOf(expiresIn: string): Date {
  try {
    return new Date(Date.now() + 1_000 * parseLifetime(expiresIn, LONG_SECONDS));
  } catch (error) {
    throw new UsageError(`--expires-in: ${error instanceof Error ? error.message : String(error)}`);
  }
}
