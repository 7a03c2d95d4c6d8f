import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

/** Whether this service may send to a URL. On `local`, also http and this machine. What a name resolves to is checked when it is connected to. */
export function isEndpoint(text: string, isLocal: boolean): boolean {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) return false;
  if (isLocal) return url.protocol === 'https:' || url.protocol === 'http:';
  // A URL without its port has that of https. Below 1024 are the services of a host, which are not asked for webhooks.
  if (url.port !== '' && Number(url.port) < 1024) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
}
