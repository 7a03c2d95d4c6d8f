import type { LookupAddress, lookup } from 'node:dns';
import { expect, test } from 'vitest';
import { openWebhookSender } from '#operations/webhooks/post-webhook.ts';
import { isEndpoint } from './is-endpoint.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

test.each([
  ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '127.0.0.1', '127.255.255.255', '169.254.169.254', '172.16.0.1'],
  ...['172.31.255.255', '192.168.1.1', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fc00::1', 'fe80::1', 'ff02::1', '64:ff9b::7f00:1'],
  ...['2001:db8::1', '2002:7f00:1::', '2001:0:1::', 'localhost', '', '0177.0.0.1'],
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is a public address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

function resolve(addresses: string[], all: boolean) {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: 4 }));
  const resolver = (_: string, __: object, callback: (error: null, all: LookupAddress[]) => void) =>
    callback(null, found);
  return new Promise((done) => {
    publicLookup(resolver as typeof lookup)('host.example', { all }, (error, address) =>
      done(error?.name ?? address),
    );
  });
}

test('a host is connected to only if all of its addresses are public', async () => {
  expect(await resolve(['8.8.8.8', '1.1.1.1'], true)).toHaveLength(2);
  expect(await resolve(['8.8.8.8'], false)).toBe('8.8.8.8');
  for (const all of [true, false])
    expect(await resolve(['8.8.8.8', '10.0.0.1'], all)).toBe('ClosedAddressError');
});

test.each([
  'https://localhost/',
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0x7f.1/',
  'https://2130706433/',
])('no request goes to a private address: %s', async (url) => {
  const sender = openWebhookSender({ onlyPublic: true });
  expect(await sender.post(url, {}, '{}')).toEqual({ failure: 'ADDRESS' });
  await sender.close();
});

test.each([
  'http://lab.example/',
  'https://u:p@lab.example/',
  'https://lab.example/#a',
  'https://10.0.0.1/',
  'https://[::1]/',
  'lab',
  ...[
    'https://lab.example:22/',
    'https://lab.example:80/',
    'https://lab.example:1023/',
    'https://lab.example:0/',
  ],
  ...['https://lab.example:25/', 'https://lab.example:0022/', 'https://8.8.8.8:993/'],
])('beyond local, %s is no endpoint', (url) => {
  expect(isEndpoint(url, false)).toBe(false);
});

test('https at a host is an endpoint everywhere, http on local alone', () => {
  for (const port of ['', ':443', ':1024', ':8443', ':65535'])
    expect(isEndpoint(`https://lab.example${port}/a?b=c`, false)).toBe(true);
  expect(isEndpoint('http://127.0.0.1:9/', true)).toBe(true);
});
