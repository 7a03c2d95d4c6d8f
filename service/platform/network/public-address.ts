import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** IPv4 ranges that are not of the public internet (IANA special-purpose registry). */
const closed4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  closed4.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only global unicast addresses are public; some of them carry an IPv4 address. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !closed4.check(address, 'ipv4');
    case 6:
      return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
    default:
      return false;
  }
}

export class ClosedAddressError extends Error {
  constructor(host: string) {
    super(`${host} has an address that is not of the public internet`);
    this.name = 'ClosedAddressError';
  }
}

/**
 * Resolves a host for a connection that is opened at once, and fails if any of its addresses is not public. Checking
 * here, and not before, leaves no time in which the name could change.
 */
export function publicLookup(resolve: typeof lookup): LookupFunction {
  return (host, options, callback) => {
    resolve(host, { ...(options as LookupOptions), all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, []);
      if (found.some(({ address }) => !isPublicAddress(address)))
        return callback(new ClosedAddressError(host), []);
      if (options.all) return callback(null, found);
      const [first] = found;
      return first
        ? callback(null, first.address, first.family)
        : callback(new Error(`${host} has no address`), []);
    });
  };
}

export const lookupPublic = publicLookup(lookup);
