import { sql } from 'drizzle-orm';
import { Client } from 'pg';
import type { ServiceContext } from '#core/context/context.ts';
import type { Config } from '#platform/config/config.ts';
import { ConfigurationError } from '#platform/config/env.ts';
import type { Secrets } from '#platform/config/secrets.ts';
import type { Reader, Transaction } from '#platform/db/database.ts';
import { installation, masterKeys } from '#platform/db/tables/installation.ts';
import { canaryContext, canaryOf, masterKeyProblem, wrapsOpen } from './master-keys.ts';

type Process = Pick<ServiceContext, 'config' | 'kms'>;

export type InstallationRow = Pick<typeof installation.$inferSelect, 'environment' | 'chainId' | 'contracts'>;

/** Serializes processes that start on the same empty database. */
const BINDING_LOCK = 7_266_011;

/**
 * Compares this process with the installation that the database belongs to, and binds an unbound database to it.
 * @returns warnings about what could not be compared
 * @throws ConfigurationError when the database belongs to another environment, chain, contracts or master key
 */
export async function bindInstallation(
  process: Process & Pick<ServiceContext, 'db' | 'secrets'>,
): Promise<string[]> {
  return process.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${BINDING_LOCK})`);
    return [...(await bindMasterKey(tx, process)), ...(await recordSecret(tx, process.secrets))];
  });
}

async function bindMasterKey(tx: Transaction, process: Process): Promise<string[]> {
  const { config, kms } = process;
  const bound = await compareInstallation(tx, process);
  if (bound) {
    const isKnown = (await tx.select().from(masterKeys)).some(({ name }) => name === kms.keyName);
    if (bound.warnings.length > 0 || isKnown) return bound.warnings;
  } else {
    // Rows from before installations were recorded show the environment and the master key.
    const problem = await wrapsOpen(tx, process);
    if (problem) throw new ConfigurationError([problem]);
    await tx.insert(installation).values(rowOf(config));
  }
  const canary = await canaryOf(process).catch(() => null);
  if (!canary)
    return [`the master key ${kms.keyName} could not be recorded because the key service did not respond`];
  await tx.insert(masterKeys).values({ name: kms.keyName, canary });
  return [];
}

/** Remembers the signing secret. @returns a warning if the one of the last start is not known here */
async function recordSecret(
  tx: Transaction,
  { secretNames }: Pick<Secrets, 'secretNames'>,
): Promise<string[]> {
  const [row] = await tx.select({ last: installation.secretName }).from(installation);
  await tx.update(installation).set({ secretName: secretNames[0] });
  if (!row?.last || secretNames.includes(row.last)) return [];
  return [
    'SERVICE_SECRET: the secret of the last start is not among those of this process, so tokens, URLs and links in mails from before are refused. To keep them, add it: NEW,OLD.',
  ];
}

/**
 * Compares this process with the installation that the database belongs to.
 * @returns null when no start has bound the database yet
 * @throws ConfigurationError that names both values of every difference
 */
export async function compareInstallation(
  db: Reader,
  process: Process,
): Promise<{ warnings: string[] } | null> {
  const [row] = await db.select().from(installation);
  if (!row) return null;
  return requireSame('DATABASE_URL: the database', row, await db.select().from(masterKeys), process);
}

/**
 * Compares the configuration with the installation that a database of any version belongs to, before the database is changed. What the
 * migrations of a process with another environment or other contracts did could not be taken back.
 * @throws ConfigurationError
 */
export async function requireOwnDatabase(databaseUrl: string, config: Config): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch {
    // The migrations say why.
    return;
  }
  try {
    const { rows: found } = await client.query(`select to_regclass('public.installation') as "table"`);
    if (!found[0]?.table) return;
    const { rows } = await client.query<InstallationRow>(
      'select environment, chain_id::float8 as "chainId", contracts from installation',
    );
    const problems = rows
      .flatMap((row) => differences(row, config))
      .map((problem) => `DATABASE_URL: the database ${problem}`);
    if (problems.length > 0) throw new ConfigurationError(problems);
  } finally {
    await client.end();
  }
}

/**
 * @param subject start of the sentences: where the row was found
 * @throws ConfigurationError
 */
export async function requireSame(
  subject: string,
  row: InstallationRow,
  keys: readonly Pick<typeof masterKeys.$inferSelect, 'name' | 'canary'>[],
  process: Process,
): Promise<{ warnings: string[] }> {
  const problems = differences(row, process.config).map((difference) => `${subject} ${difference}`);
  if (problems.length > 0) throw new ConfigurationError(problems);
  const warnings: string[] = [];
  for (const { name, canary } of keys) {
    const problem = await masterKeyProblem(process, name, canary, canaryContext(row.environment));
    if (problem?.isFinal) problems.push(`${subject} ${problem.text}`);
    else if (problem) warnings.push(problem.text);
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return { warnings };
}

function differences(row: InstallationRow, config: Config): string[] {
  const { environment, chain } = config;
  if (row.environment !== environment || row.chainId !== chain.id)
    return [
      `belongs to environment ${row.environment} (chain ${row.chainId}), but LABROOM_ENVIRONMENT is ${environment} (chain ${chain.id}).`,
    ];
  const own = rowOf(config).contracts;
  const other = Object.entries(row.contracts).find(([name, address]) => own[name] !== address);
  // `npm start` deploys the contracts to the local chain, at addresses that depend on their code.
  if (environment === 'local' && other)
    return [
      `was made by a version with other contracts (${other.join(' ')}, and not ${own[other[0]] ?? 'none'}), so its labs would not be shown. Start that version, or begin anew with another DATA_DIR.`,
    ];
  return Object.entries(row.contracts)
    .filter(([name, address]) => own[name] !== address)
    .map(([name, address]) => `belongs to ${name} ${address}, but this process uses ${own[name] ?? 'none'}.`);
}

/** The contracts that decide who owns what. Contracts that an operator may configure later are not included. */
function rowOf({ environment, chain }: Config): InstallationRow {
  const { labNft, factory, accessResolver, tokenizer, termsPermissioner } = chain.contracts;
  const named = Object.entries({ labNft, factory, accessResolver, tokenizer, termsPermissioner });
  const contracts = Object.fromEntries(
    named.flatMap(([name, address]) => (address ? [[name, address.toLowerCase()]] : [])),
  );
  return { environment, chainId: chain.id, contracts };
}
