/**
 * Returns the network of an address: an IPv4 address in any notation, or the /64 of an IPv6 address, because one
 * client has 2^64 of them. Anything else is returned as it is.
 */
export function networkOf(ip: string): string {
  // The zone index is not part of the address.
  const [bare = ''] = ip.split('%');
  if (!bare.includes(':')) return ip;
  const groups = groupsOf(bare);
  if (!groups) return ip;
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':');
}

/** The eight groups of an IPv6 address, as URLs are parsed; `null` if it is none. */
function groupsOf(address: string): number[] | null {
  const url = URL.parse(`http://[${address}]`);
  if (!url) return null;
  const [head = '', tail] = url.hostname.slice(1, -1).split('::');
  const numbers = (part = '') =>
    part.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : []));
  const [first, last] = [numbers(head), numbers(tail)];
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last];
}
