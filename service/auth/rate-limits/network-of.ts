import { isIP, SocketAddress } from 'node:net';

/**
 * Returns the network of an address: an IPv4 address in any notation, or the /64 of an IPv6 address, because one
 * client has 2^64 of them.
 */
export function networkOf(ip: string): string {
  const version = isIP(ip);
  // The zone index is not part of the address.
  const [bare = ''] = ip.split('%');
  if (version === 0) return ip;
  const { address } = new SocketAddress({ address: bare, family: version === 6 ? 'ipv6' : 'ipv4' });
  const mapped = /^::ffff:([\d.]+)$/.exec(address)?.[1];
  if (version === 4 || mapped) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = tail?.split(':').filter((group) => group !== '') ?? [];
  const zeros: string[] = Array(Math.max(0, 8 - first.length - last.length)).fill('0');
  return [...first, ...zeros, ...last].slice(0, 4).join(':');
}
