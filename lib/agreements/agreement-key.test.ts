import { createHash } from 'node:crypto';
import { createAgreementDocument } from '@labroom/service/operations/agreements/agreement-document.ts';
import { describe, expect, it, test } from 'vitest';
import { agreementUrl, isKeyOf, parseAgreementKey } from './agreement-key.ts';

const contracts = {
  labNft: '0x9f96027eeafb9ad5f2b5d7043b36ee96b2eebe92',
  tokenizer: '0x62f532c3f563d974deec103aab8cc597f4f9c84e',
} as const;
const oclId = `0x0101${'0'.repeat(18)}2a${'ab'.repeat(20)}` as const;
const documents = Array.from({ length: 100 }, (_, i) =>
  createAgreementDocument({ oclId, symbol: `LAB${i}`, title: null }, { chainId: 31337, contracts }),
);
const key = documents[0]?.key ?? '';
const segments = key.split('/');

describe('the key of an agreement', () => {
  it('is parsed from the path of its page', () => {
    expect(segments).toHaveLength(3);
    expect(parseAgreementKey(segments)).toBe(key);
  });

  test.each([
    ['nothing', []],
    ['another folder', [segments[0] ?? '', 'files', segments[2] ?? '']],
    ['a folder more', [...segments, 'x']],
    ['an oclId in capitals', [(segments[0] ?? '').toUpperCase(), ...segments.slice(1)]],
    ['a short oclId', ['0x0101', ...segments.slice(1)]],
    ['a name that is no id', [...segments.slice(0, 2), 'agreement.json']],
    ['another type', [...segments.slice(0, 2), 'x.html']],
    ['a way out', [...segments.slice(0, 2), '..', '..', '..', 'secret.json']],
    ['a way out in disguise', [...segments.slice(0, 2), '%2e%2e%2fsecret.json']],
    ['another host', ['https:', '', 'example.org', ...segments]],
    ['a query', [...segments.slice(0, 2), `${segments[2]}?x`]],
    ['a line end', [...segments.slice(0, 2), `${segments[2]}\n`]],
    ['a NUL', [`${segments[0]}\0`, ...segments.slice(1)]],
  ])('is not parsed from %s', (_, path) => {
    expect(parseAgreementKey(path)).toBeNull();
  });

  it('points only into the storage', () => {
    for (const storage of ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/'])
      expect(agreementUrl(storage, key)).toBe(`http://127.0.0.1:4000/storage/public/${key}`);
  });

  it('matches the document that the service made for it', () => {
    for (const { key, bytes } of documents) {
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect(isKeyOf(key, hash)).toBe(true);
      const other = createHash('sha256').update(bytes).update(' ').digest('hex');
      expect(isKeyOf(key, other)).toBe(false);
    }
  });

  it('does not match a hash that differs in one of its first digits', () => {
    const [first] = documents;
    const hash = first?.contentHash.slice(2) ?? '';
    for (let i = 0; i < 32; i += 1) {
      // A UUID overwrites two digits: the version, and half of the variant.
      if (i === 12 || i === 16) continue;
      const digit = hash[i] === '0' ? '1' : '0';
      expect(isKeyOf(key, hash.slice(0, i) + digit + hash.slice(i + 1)), String(i)).toBe(false);
    }
  });
});
