import { editDistance } from '@labroom/protocol/edit-distance';
import { suggestionFor } from '@labroom/protocol/settings-file';
import { composeVariables, webVariables } from '@labroom/protocol/variables';
import { type Env, variables } from './env.ts';

/** Well-known default passwords and secrets of examples. */
const examples = new Set([
  ...['admin', 'changeit', 'changeme', 'default', 'example', 'labroom', 'minioadmin', 'pass', 'passw0rd'],
  ...['password', 'postgres', 'root', 'secret', 'test', '123456', '12345678', 'change-me', 'change_me'],
]);

/** Without TLS, anyone on the network path could read or change the bytes and tokens sent to these URLs. */
const needTls = ['SERVICE_URL', 'WEB_URL', 'S3_ENDPOINT', 'S3_PUBLIC_URL', 'PUBLIC_RPC_URL'] as const;

/** Returns the problems that prevent a start outside the local environment, as messages for the operator. */
export function nonLocalProblems(env: Env): string[] {
  const environment = env.LABROOM_ENVIRONMENT;
  if (environment === 'local') return [];
  const problems: string[] = [];
  if (!env.SERVICE_URL) problems.push(`SERVICE_URL: required in ${environment}; presigned URLs contain it`);
  if (!env.WEB_URL) problems.push(`WEB_URL: required in ${environment}; sign-in messages contain it`);
  if (!env.RPC_URL) problems.push(`RPC_URL: required in ${environment}; set the URL of a node of its chain`);
  if (environment === 'production') {
    for (const name of needTls)
      if (env[name]?.startsWith('http:')) problems.push(`${name}: must be https in production`);
    if (env.ALLOWED_ORIGINS.some((origin) => origin.startsWith('http:')))
      problems.push('ALLOWED_ORIGINS: must be https in production');
  }
  if (env.AWS_KMS_ENDPOINT && isInsecure(env.AWS_KMS_ENDPOINT))
    problems.push('AWS_KMS_ENDPOINT: must be https, because data keys and hashes to sign are sent to it');
  if (examples.has(passwordOf(env.DATABASE_URL)))
    problems.push('DATABASE_URL: the password is a well-known default; choose another');
  if (env.DATABASE_REPLICA_URLS.some((url) => examples.has(passwordOf(url))))
    problems.push('DATABASE_REPLICA_URLS: a password is a well-known default; choose another');
  if (env.SMTP_URL && examples.has(passwordOf(env.SMTP_URL)))
    problems.push('SMTP_URL: the password is a well-known default; choose another');
  if (examples.has(env.S3_SECRET_ACCESS_KEY?.toLowerCase() ?? ''))
    problems.push('S3_SECRET_ACCESS_KEY: is a well-known default; choose another');
  return problems;
}

/** Words that other programs begin variables with too. Then two words make one of this service's. */
const sharedWords = new Set([
  'AWS',
  'DATA',
  'DATABASE',
  'LOG',
  'MAIL',
  'METRICS',
  'NAME',
  'PUBLIC',
  'SECURITY',
  'SERVICE',
  'WEB',
]);

/** How only this service's variables begin. Those of OTEL_ have readers in its libraries. */
const ownBeginnings = [
  ...new Set(
    variables
      .filter((name) => !name.startsWith('OTEL_'))
      .map((name) => {
        const [first = '', second = ''] = name.split('_');
        return sharedWords.has(first) ? `${first}_${second}` : `${first}_`;
      }),
  ),
];

/** Whether Kubernetes adds a variable for one of its services. */
const isOfKubernetes = (name: string) => name.includes('_SERVICE_PORT_') || serviceEnd.test(name);
const serviceEnd = /_(?:SERVICE_HOST|SERVICE_PORT|PORT|PORT_\d{1,5}_(?:TCP|UDP)(?:_(?:PROTO|PORT|ADDR))?)$/;

/**
 * Reports variables that nothing reads and whose name is close to a known one or begins like one. Otherwise a typo would silently leave the
 * default in place. On `local` nothing is reported, because a developer's environment may hold anything.
 */
export function typoProblems(source: Readonly<Record<string, string | undefined>>): string[] {
  if ((source.LABROOM_ENVIRONMENT ?? 'local') === 'local') return [];
  const read = new Set([...variables, ...webVariables, ...composeVariables]);
  const unknown = Object.keys(source).filter(
    (name) => source[name] && !read.has(name) && !isOfKubernetes(name),
  );
  const unset = variables.filter((name) => name.length >= 8 && !source[name]);
  return unknown.flatMap((name) => {
    if (name.startsWith('X402_PRICE_')) return [`${name}: unknown variable; it names no paid mutation`];
    const isOurs =
      unset.some((candidate) => editDistance(name, candidate) <= 2) ||
      ownBeginnings.some((beginning) => name.startsWith(beginning));
    return isOurs ? [`${name}: unknown variable${suggestionFor(name, variables)}`] : [];
  });
}

/** Whether requests to the URL are unencrypted and leave this machine. */
export function isInsecure(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

/** Returns the password of a URL in lower case, or an empty string. */
function passwordOf(url: string): string {
  const { password } = new URL(url);
  try {
    return decodeURIComponent(password).toLowerCase();
  } catch {
    return password.toLowerCase();
  }
}
