import { expect, test } from 'vitest';
import { walletsOfClaims } from './wallets-of-claims.ts';

const A = '0x00000000000000000000000000000000000000AA';
const B = '0x00000000000000000000000000000000000000bB';
const accounts = [
  { type: 'email', address: 'somebody@example.org' },
  { type: 'wallet', address: A, chain_type: 'ethereum' },
  { type: 'smart_wallet', address: B },
  { type: 'wallet', address: 'solana-like' },
  { address: B },
  null,
];

const cases: [string, Record<string, unknown>, string | undefined, string[]][] = [
  ['an address', { wallet_address: A }, undefined, [A]],
  ['linked wallets, and no other linked account', { linked_accounts: accounts }, undefined, [A]],
  ['a list as JSON text', { linked_accounts: JSON.stringify(accounts) }, undefined, [A]],
  ['both', { wallet_address: B, linked_accounts: accounts }, undefined, [B, A]],
  [
    'a configured claim only',
    { wallet_address: A, 'https://x.example/wallets': [B] },
    'https://x.example/wallets',
    [B],
  ],
  ['nothing under a configured claim', { wallet_address: A }, 'wallets', []],
  ['no claim with wallets', { sub: A, email: A }, undefined, []],
  ['text that is no list', { linked_accounts: '[{"type":"wallet"' }, undefined, []],
  ['values of other types', { wallet_address: 7, linked_accounts: { type: 'wallet' } }, undefined, []],
  ['an address in longer text', { wallet_address: `${A} ` }, undefined, []],
  ['an inherited property of objects', {}, 'toString', []],
];
test.each(cases)('lists %s', (_, claims, claim, wallets) => {
  expect([...walletsOfClaims(claims, claim)]).toEqual(wallets.map((wallet) => wallet.toLowerCase()));
});
