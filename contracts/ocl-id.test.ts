import { describe, expect, it } from 'vitest';
import { decodeOclId, encodeOclId, normalizeOclId, OclIdError } from './ocl-id.ts';
import vectors from './vectors/ocl-id.json' with { type: 'json' };

describe('oclId, with the test vectors shared with Solidity', () => {
  it.each(vectors.valid)('packs token $tokenId', ({ tokenId, account, oclId }) => {
    expect(encodeOclId({ tokenId: BigInt(tokenId), account })).toBe(oclId);
    expect(decodeOclId(oclId)).toEqual({ tokenId: BigInt(tokenId), account });
  });

  it.each(vectors.malformed)('rejects $why', ({ oclId }) => {
    expect(() => normalizeOclId(oclId)).toThrow(OclIdError);
    expect(() => decodeOclId(oclId)).toThrow(OclIdError);
  });

  it('rejects a token id of more than 80 bits', () => {
    const account = '0x117b215dcd666dd847cfa84721480d316440faa9';
    expect(() => encodeOclId({ tokenId: BigInt(vectors.tokenIdTooLarge), account })).toThrow(
      expect.objectContaining({ reason: 'TOKEN_ID_OUT_OF_RANGE' }),
    );
  });
});

describe('normalizeOclId', () => {
  const canonical = '0x0101000000000000000000a1117b215dcd666dd847cfa84721480d316440faa9';

  it('accepts any case and returns lower case', () => {
    expect(normalizeOclId(canonical.toUpperCase())).toBe(canonical);
    expect(normalizeOclId(`0x${canonical.slice(2).toUpperCase()}`)).toBe(canonical);
  });

  it.each([
    '',
    '0x',
    canonical.slice(2),
    `${canonical}0`,
    canonical.slice(0, -1),
    ` ${canonical}`,
    `${canonical}\n`,
  ])('refuses %j', (input) => {
    expect(() => normalizeOclId(input)).toThrow(expect.objectContaining({ reason: 'MALFORMED' }));
  });
});

it.each(['0x', '0x0000000000000000000000000000000000000000', '0x117b'])(
  'encodeOclId refuses the account %s',
  (account) => {
    expect(() => encodeOclId({ tokenId: 1n, account })).toThrow(
      expect.objectContaining({ reason: 'INVALID_ACCOUNT' }),
    );
  },
);
