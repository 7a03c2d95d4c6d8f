import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { PublicClient } from 'viem';
import type { ContractsCheck } from '#chain/contracts-check.ts';
import { verifyContracts } from '#chain/verify-contracts.ts';
import type { ServiceContext } from '#core/context/context.ts';
import { AttesterError } from '#operations/did/attesters/attester.ts';
import { createContext } from '#operator/installation/create-context.ts';
import { attesterWarnings } from '#platform/config/attesters.ts';
import { type Configuration, loadConfiguration } from '#platform/config/configure.ts';
import { ConfigurationError } from '#platform/config/env.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openDatabase } from '#platform/db/open-database.ts';
import { masterKeys } from '#platform/db/tables/installation.ts';
import { databaseTime, largestOffsetSeconds } from '#readiness/clock.ts';
import { clockFault, descriptorWarning, secretFault } from '#readiness/faults.ts';
import { findFaults } from '#readiness/readiness.ts';
import { announceProcess } from '#readiness/running-processes.ts';
import { bindInstallation, compareInstallation, requireOwnDatabase } from './installation.ts';
import { hasWraps } from './master-keys.ts';

/** Time limit for the node's chain id at the start, in milliseconds. */
const nodeTimeoutMs = 5_000;
/** Time limit for the comparison of the contracts, about fifty reads, in milliseconds. */
const contractsTimeoutMs = 20_000;

/**
 * Prepares the start of a service or worker: migrates the database if it is not another installation's, opens the context, and verifies that the database
 * belongs to this installation. On an empty database it creates the local master key and binds the database.
 * @returns also warnings for the log, the comparison of the contracts (`null` without one), and the registration of this process,
 * which ends on disposal
 * @throws ConfigurationError
 */
export async function startInstallation(configuration: Configuration): Promise<{
  context: ServiceContext;
  warnings: string[];
  contractsCheck: ContractsCheck | null;
  running: AsyncDisposable;
}> {
  await requireOwnDatabase(configuration.databaseUrl, configuration.config);
  await migrate(configuration.databaseUrl);
  const mayCreateMasterKey = !(await needsMasterKey(configuration.databaseUrl));
  const context = await createContext({ ...configuration, mayCreateMasterKey });
  await compareInstallation(context.db, context);
  await requireClock(context);
  await requireSecrets(context);
  await requireChain(context);
  const warnings = await requireAttesters(context);
  const contracts = await requireContracts(context);
  warnings.push(...contracts.warnings);
  // Last, so that a start with wrong contracts does not bind an empty database to them.
  warnings.push(...(await bindInstallation(context)), ...storageWarnings(context));
  warnings.push(...(await missingNow(context)), ...(await descriptorWarning()));
  const running = await announceProcess(context);
  return { context, warnings, contractsCheck: contracts.check, running };
}

/**
 * Opens the context of an operator's command. Creates no directory, key or secret.
 * @throws ConfigurationError
 */
export async function openInstallation(): Promise<ServiceContext> {
  const configuration = await loadConfiguration({ mayCreateSecret: false });
  const { config, databaseUrl } = configuration;
  if (config.storage.kind === 'disk' && !existsSync(config.storage.dir))
    throw new ConfigurationError([
      `DATA_DIR: the directory ${config.storage.dir} does not exist; start the service once to create it`,
    ]);
  await requireOwnDatabase(databaseUrl, config);
  await migrate(databaseUrl);
  const context = await createContext({ ...configuration, mayCreateMasterKey: false });
  try {
    await compareInstallation(context.db, context);
  } catch (error) {
    // An open connection would keep the command running until it has been idle for long enough.
    await context.db.$client.end();
    throw error;
  }
  return context;
}

async function needsMasterKey(databaseUrl: string): Promise<boolean> {
  const db = openDatabase(databaseUrl, { maxConnections: 1 });
  try {
    return (await db.$count(masterKeys)) > 0 || (await hasWraps(db));
  } finally {
    await db.$client.end();
  }
}

/**
 * A clock that is wrong by half a minute makes every answer of the node seem too old, or every sign-in message expired.
 * @throws ConfigurationError outside `local`
 */
async function requireClock({ config, db }: ServiceContext): Promise<void> {
  const { offsetSeconds } = await databaseTime(db);
  const isFar = Math.abs(offsetSeconds) >= largestOffsetSeconds;
  if (isFar && config.environment !== 'local')
    throw new ConfigurationError([clockFault(offsetSeconds) ?? '']);
}

/** @throws ConfigurationError when another running process has another secret */
async function requireSecrets({ db, secrets }: ServiceContext): Promise<void> {
  const fault = await secretFault(db, secrets);
  if (fault) throw new ConfigurationError([fault]);
}

/** What does not work now, and may later. Nothing of it prevents a start: reads work without it. */
async function missingNow(context: ServiceContext): Promise<string[]> {
  const { database: _, secret: __, ...others } = await findFaults(context);
  return Object.values(others).filter((fault) => typeof fault === 'string');
}

/** A node that does not respond does not prevent a start: its chain is verified before any other request. */
async function requireChain({ chain, config }: ServiceContext): Promise<void> {
  const servedBy = (node: PublicClient) =>
    Promise.race([node.getChainId().catch(() => null), pause(nodeTimeoutMs, null, { ref: false })]);
  const [served, witnessed] = await Promise.all([
    servedBy(chain.node),
    chain.witness ? servedBy(chain.witness) : null,
  ]);
  const problems = Object.entries({ RPC_URL: served, INDEXER_WITNESS_RPC_URL: witnessed })
    .filter(([, id]) => id !== null && id !== chain.chainId)
    .map(
      ([name, id]) =>
        `${name}: the node serves chain ${id}, but ${config.environment} is on chain ${chain.chainId}`,
    );
  if (problems.length > 0) throw new ConfigurationError(problems);
}

/**
 * Verifies that the configured contracts are on the chain and belong together.
 * @returns warnings, and the comparison; `null` where there is nothing to compare with, or the node does not answer
 * @throws ConfigurationError
 */
async function requireContracts({
  chain,
  config,
  didLinking,
}: ServiceContext): Promise<{ check: ContractsCheck | null; warnings: readonly string[] }> {
  // Without a manifest, `npm start` deploys the contracts to the local chain itself.
  if (config.environment === 'local' && !config.chain.manifest.deployment)
    return { check: null, warnings: [] };
  const linking = didLinking && {
    relayer: didLinking.relayer.address,
    data: didLinking.attesters.data.address,
    service: didLinking.attesters.service.address,
  };
  const manifest = { ...config.chain.manifest, contracts: config.chain.contracts };
  const verified = verifyContracts(chain.node, manifest, linking ?? undefined).catch(() => null);
  const outcome = await Promise.race([verified, pause(contractsTimeoutMs, null, { ref: false })]);
  if (!outcome)
    return { check: null, warnings: ['the node did not respond, so the contracts were not verified'] };
  if (outcome.errors.length > 0)
    throw new ConfigurationError(outcome.errors.map((problem) => `CONTRACTS: ${problem}`));
  const { warnings } = outcome;
  return { check: { at: new Date(), warnings }, warnings };
}

/**
 * Verifies that the keys of the attesters belong to the configured addresses, where that can be asked.
 * @returns warnings
 * @throws ConfigurationError
 */
async function requireAttesters({ config, didLinking }: ServiceContext): Promise<string[]> {
  if (!didLinking) return [];
  const { attesters } = didLinking;
  const warnings = attesterWarnings(config.environment, attesters);
  for (const name of ['data', 'service'] as const) {
    try {
      await attesters[name].verify?.();
    } catch (error) {
      if (!(error instanceof AttesterError)) throw error;
      const variable = `${name.toUpperCase()}_ATTESTER_KMS_KEY_ID`;
      if (error.kind === 'INVALID') throw new ConfigurationError([`${variable}: ${error.message}`]);
      warnings.push(`${error.message} Its key was not verified`);
    }
  }
  return warnings;
}

function storageWarnings({ config }: ServiceContext): string[] {
  if (config.environment === 'local' || config.storage.kind !== 'disk') return [];
  return [
    `objects are stored in ${config.storage.dir} on this machine only; set S3_BUCKET to run on several machines`,
  ];
}
