import { isLoopback } from '@labroom/protocol/authorization';

/**
 * Whether a code may be sent to this address: `https`, or `http` to the machine of the browser. Other schemes open programs, and
 * any program can register for them.
 */
export function isRedirectUri(uri: string): boolean {
  if (!URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  // `new URL` drops an empty fragment.
  if (username !== '' || password !== '' || uri.includes('#')) return false;
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Whether two addresses are the same text. On the machine of the browser the port may differ: programs take a free one (RFC 8252). */
export function isSameRedirect(registered: string, asked: string): boolean {
  if (registered === asked) return true;
  if (!isRedirectUri(registered) || !isRedirectUri(asked)) return false;
  const [one, other] = [new URL(registered), new URL(asked)];
  if (one.protocol !== 'http:') return false;
  one.port = '';
  other.port = '';
  return one.href === other.href;
}
