import { ManifestError } from '@labroom/contracts/manifest';
import { loadManifest } from '@labroom/contracts/read-manifest';
import { nonLocalProblems, typoProblems } from './beyond-local.ts';
import type { Config } from './config.ts';
import { configProblems, decideConfig } from './decide-config.ts';
import { ConfigurationError, parseEnv, readProcessEnv } from './env.ts';
import { readSecrets, secretProblems } from './read-secrets.ts';
import type { Secrets } from './secrets.ts';

export interface Configuration {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
  /** Of standbys. */
  replicaUrls: readonly string[];
}

/**
 * Reads the configuration and secrets of a process from its environment.
 * @param options.mayCreateSecret creates `service-secret` in DATA_DIR, on `local` without SERVICE_SECRET
 * @throws ConfigurationError with all problems, before anything is started
 */
export function configure(
  source?: Record<string, string | undefined>,
  { mayCreateSecret = true }: { mayCreateSecret?: boolean } = {},
): Configuration {
  const { given, env, problems } = parseEnv(source);
  const named = new Set(problems.flatMap(namesOf));
  const further = [
    ...nonLocalProblems(env),
    ...configProblems(env),
    ...secretProblems(env),
    ...typoProblems(given),
  ];
  // Malformed values count as absent from here on. They are not reported as missing as well.
  const all = [
    ...problems,
    ...further.filter((problem) => !namesOf(problem).some((name) => named.has(name))),
  ];
  if (all.length > 0) throw new ConfigurationError([...new Set(all)]);
  const config = decideConfig(env);
  return {
    config,
    secrets: readSecrets(env, config.dataDir, mayCreateSecret),
    databaseUrl: env.DATABASE_URL,
    replicaUrls: env.DATABASE_REPLICA_URLS,
  };
}

/**
 * As `configure`, and reads the manifest of the contracts if `CONTRACTS` is a file or a URL.
 * @throws ConfigurationError
 */
export async function loadConfiguration(
  options: { mayCreateSecret?: boolean } = {},
  source: Record<string, string | undefined> = readProcessEnv(),
): Promise<Configuration> {
  try {
    const isLocal = (source.LABROOM_ENVIRONMENT || 'local') === 'local';
    const contracts = await loadManifest(source.CONTRACTS, { isLocal });
    return configure({ ...source, CONTRACTS: contracts }, options);
  } catch (error) {
    if (error instanceof ManifestError)
      throw new ConfigurationError([`CONTRACTS: the manifest ${error.message}`]);
    throw error;
  }
}

/** The variables that a problem is about: the names before its colon. */
function namesOf(problem: string): string[] {
  const [subject = ''] = problem.split(':', 1);
  return subject.match(/[A-Z][A-Z0-9_]+/g) ?? [];
}
