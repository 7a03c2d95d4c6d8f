import { beyondLocalProblems, misspeltProblems } from './beyond-local.ts';
import { type Config, configProblems, decideConfig } from './config.ts';
import { ConfigurationError, parseEnv } from './env.ts';
import { readSecrets, type Secrets, secretProblems } from './secrets.ts';

export interface Configuration {
  config: Config;
  secrets: Secrets;
  databaseUrl: string;
}

/**
 * All that a process is told, from its environment.
 * @param options.mayCreateSecret makes `service-secret` in DATA_DIR, on `local` without SERVICE_SECRET
 * @throws ConfigurationError with everything that is wrong, whatever kind it is of, before anything is begun
 */
export function configure(
  source?: Record<string, string | undefined>,
  { mayCreateSecret = true }: { mayCreateSecret?: boolean } = {},
): Configuration {
  const { given, env, problems } = parseEnv(source);
  const named = new Set(problems.flatMap(namesOf));
  const further = [
    ...beyondLocalProblems(env),
    ...configProblems(env),
    ...secretProblems(env),
    ...misspeltProblems(given),
  ];
  // What is malformed counts as absent from here on, and that it is missing need not be said too.
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
  };
}

/** The variables that a problem is about: they stand before its colon. */
function namesOf(problem: string): string[] {
  const [subject = ''] = problem.split(':', 1);
  return subject.match(/[A-Z][A-Z0-9_]+/g) ?? [];
}
