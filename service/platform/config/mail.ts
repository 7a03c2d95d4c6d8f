import type { MailConfig } from './config.ts';
import type { Env } from './env.ts';
import type { SmtpServer } from './secrets.ts';

/** Returns `null` without SMTP_URL. */
export function decideMail(env: Env): MailConfig | null {
  if (!env.SMTP_URL || !env.MAIL_FROM) return null;
  const isLocal = env.LABROOM_ENVIRONMENT === 'local';
  return {
    from: env.MAIL_FROM,
    collectSeconds: isLocal ? 1 : 60,
    pauseSeconds: isLocal ? 1 : 300,
  };
}

/** Returns problems of the mail settings, as messages for the operator. */
export function mailProblems(env: Env): string[] {
  const { SMTP_URL: given, MAIL_FROM: from, LABROOM_ENVIRONMENT: environment } = env;
  if (!given) return from ? ['MAIL_FROM: has no effect without SMTP_URL'] : [];
  const { hostname, pathname, search, username, password } = new URL(given);
  const problems: string[] = [];
  if (!from) problems.push('MAIL_FROM: required with SMTP_URL');
  if (hostname === '') problems.push('SMTP_URL: names no host');
  if (search !== '' || !['', '/'].includes(pathname))
    problems.push('SMTP_URL: must have no path and no query');
  if ((username === '') !== (password === ''))
    problems.push('SMTP_URL: has a user or a password, but not both');
  if (!isDecodable(username) || !isDecodable(password))
    problems.push('SMTP_URL: user and password must be percent-encoded');
  if (environment !== 'local' && env.SERVICE_URL?.startsWith('http:'))
    problems.push('SMTP_URL: needs https for SERVICE_URL, because links in mails lead there');
  return problems;
}

/** Returns `undefined` without SMTP_URL. Its problems were reported before. */
export function readSmtpServer(env: Env): SmtpServer | undefined {
  if (!env.SMTP_URL) return undefined;
  const { protocol, hostname, port, username, password } = new URL(env.SMTP_URL);
  const implicitTls = protocol === 'smtps:';
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port ? Number(port) : implicitTls ? 465 : 587,
    implicitTls,
    requiresTls: env.LABROOM_ENVIRONMENT !== 'local',
    user: username ? decodeURIComponent(username) : undefined,
    password: password ? decodeURIComponent(password) : undefined,
  };
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
