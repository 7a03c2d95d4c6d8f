import { expect, test } from 'vitest';
import { namesChain, withHashPrefix, withoutDid } from './deprecated-forms.ts';

test.each([
  ['base', 'base', true],
  ['base', 'baseSepolia', false],
  ['baseSepolia', 'sepolia-base', true],
  ['baseSepolia', 'base-sepolia', false],
  ['baseSepolia', 'local', false],
  ['local', 'baseSepolia', true],
  ['local', 'sepolia-base', true],
  ['local', 'base', true],
  ['local', 'ethereum', false],
  ['base', 'sepolia-base', false],
])('on %s, the chain %s is its own: %s', (chain, name, isOwn) => {
  expect(namesChain(name, chain)).toBe(isOwn);
});

const address = `0x${'aB'.repeat(20)}`;

test.each([
  [`did:ethr:${address}`, address],
  [`did:ethr:0x14a34:${address}`, address],
  [`DID:ETHR:${address}`, address],
  [address, address],
  [`did:ethr:${address}0`, `did:ethr:${address}0`],
  [`did:key:${address}`, `did:key:${address}`],
  [`did:ethr:did:ethr:${address}`, `did:ethr:did:ethr:${address}`],
])('%s names %s', (value, expected) => {
  expect(withoutDid(value)).toBe(expected);
});

const hex = 'ab'.repeat(32);

test.each([
  [hex, `sha256-${hex}`],
  [`sha256-${hex}`, `sha256-${hex}`],
  [`sha256:${hex}`, `sha256:${hex}`],
  [hex.toUpperCase(), hex.toUpperCase()],
])('%s is read as %s', (value, expected) => {
  expect(withHashPrefix(value)).toBe(expected);
});
