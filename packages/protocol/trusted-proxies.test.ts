import { expect, it } from 'vitest';
import { trustedProxies } from './trusted-proxies.ts';

it('parses addresses and ranges, separated by commas or spaces', () => {
  expect(trustedProxies.parse('10.0.0.1, 10.0.0.0/8\n::1 2001:db8::/32,')).toEqual([
    '10.0.0.1',
    '10.0.0.0/8',
    '::1',
    '2001:db8::/32',
  ]);
  expect(trustedProxies.parse('')).toEqual([]);
});

it.each(['proxy.example', '10.0.0.0/33', '10.0.0', '10.0.0.0/8/8', '::1/129', '*', 'true', '10.0.0.0/-1'])(
  'refuses %j',
  (value) => {
    expect(trustedProxies.safeParse(`10.0.0.1,${value}`).error?.issues[0]?.message).toBe(
      'must be IP addresses or CIDR ranges',
    );
  },
);
