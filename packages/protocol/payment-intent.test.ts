import { expect, test } from 'vitest';
import { intentNonce } from './payment-intent.ts';

const call = {
  resource: 'https://labs.example.org/x402/labs/createLab',
  body: '{"query":"mutation { createLab }"}',
  salt: `0x${'5a'.repeat(32)}`,
} as const;

test('a nonce has the value that other implementations compute', () => {
  // printf of the resource, the SHA-256 of the body and the salt, through Keccak-256.
  expect(intentNonce(call)).toBe('0xae7155d006f78f82478e9bd5f0e4e2f277577eb9cc4fb7be5fb2aae991aaa6da');
});

test.each([
  ['another resource', { resource: 'https://labs.example.org/x402/labs/createLab/' }],
  ['another body', { body: '{"query":"mutation { createLab } "}' }],
  ['another salt', { salt: `0x${'5b'.repeat(32)}` }],
  // Bytes that move from one part to the next do not give the same text.
  ['a shifted body', { resource: `${call.resource}{`, body: call.body.slice(1) }],
] as const)('%s gives another nonce', (_, change) => {
  expect(intentNonce({ ...call, ...change })).not.toBe(intentNonce(call));
});
