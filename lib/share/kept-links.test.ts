import { expect, it } from 'vitest';
import { forgetLink, keepLink, readKeptLinks } from './kept-links.ts';
import type { ShareLink } from './share-link.ts';

const inAnHour = Math.floor(Date.now() / 1000) + 3600;
const linkOf = (key: string, deadline = inAnHour) =>
  ({ claim: { key, deadline }, signature: '0x51', secret: '0x5ec2e7' }) as unknown as ShareLink;

function storageOf(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
}

it('keeps the links of a wallet without their secrets, the newest first, until they end', () => {
  const storage = storageOf();
  for (const one of [linkOf('0x1'), linkOf('0x2', 1), linkOf('0x3')]) keepLink('0xa', one, storage);
  expect(readKeptLinks('0xa', storage).map(({ claim }) => claim.key)).toEqual(['0x3', '0x1']);
  expect(storage.getItem('labroom.share-links.0xa')).not.toContain('5ec2e7');
  expect(readKeptLinks('0xb', storage)).toEqual([]);
  forgetLink('0xa', { key: '0x3' }, storage);
  expect(readKeptLinks('0xa', storage).map(({ claim }) => claim.key)).toEqual(['0x1']);
});

it('has none where the storage is damaged or blocked', () => {
  for (const text of ['{', 'null', '{}', '[1]', '[{"claim":1}]']) {
    expect(readKeptLinks('0xa', { getItem: () => text } as unknown as Storage)).toEqual([]);
  }
  const blocked = new Proxy({} as Storage, {
    get: () => () => {
      throw new Error('blocked');
    },
  });
  expect(readKeptLinks('0xa', blocked)).toEqual([]);
  keepLink('0xa', linkOf('0x1'), blocked);
});
