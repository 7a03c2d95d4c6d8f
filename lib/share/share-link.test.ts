import { describe, expect, it } from 'vitest';
import { hrefOfShared, type ShareLink, shareLinkOf, whyOf } from './share-link.ts';

const hex = (digit: string, bytes: number) => `0x${digit.repeat(bytes * 2)}` as const;
const link: ShareLink = {
  claim: {
    oclId: hex('1', 32),
    subject: hex('2', 32),
    writer: hex('3', 20),
    key: hex('4', 20),
    expiry: 0,
    deadline: 1_801_436_399,
    uses: 1,
    epoch: 0,
    salt: hex('0', 32),
  },
  signature: hex('5', 65),
  secret: hex('6', 32),
};
const page = 'https://labroom.example/labs/x/files?file=a%20b.csv';

describe('a link to files', () => {
  it('has all of it in the fragment, which no server receives', () => {
    const url = new URL(hrefOfShared(page, { link, why: '' }));
    expect(url.href.slice(0, -url.hash.length)).toBe(page);
    expect(shareLinkOf(url.hash)).toEqual(link);
  });

  it('says why, also where the reader needs no link to open the files', () => {
    for (const sent of [
      { why: ' Für die Prüfung: 第3回 & <b> ' },
      { link, why: ' Für die Prüfung: 第3回 & <b> ' },
    ])
      expect(whyOf(new URL(hrefOfShared(page, sent)).hash)).toBe('Für die Prüfung: 第3回 & <b>');
    expect(hrefOfShared(page, { why: '  ' })).toBe(page);
    for (const other of ['', '#', '#why=', '#why=%%%', '#share=abc']) expect(whyOf(other)).toBe('');
    expect(whyOf(new URL(hrefOfShared(page, { why: 'x'.repeat(9_999) })).hash)).toHaveLength(280);
  });

  it('is none in other fragments, and incomplete where a part is missing', () => {
    const { hash } = new URL(hrefOfShared(page, { link, why: '' }));
    for (const other of ['', '#', '#files', '#draft=abc']) expect(shareLinkOf(other)).toBeNull();
    for (const cut of [
      hash.slice(0, -8),
      hash.slice(0, 20),
      '#share=',
      '#share=%%%',
      `#share=${btoa('{"claim":{}}')}`,
    ])
      expect(shareLinkOf(cut)).toBeUndefined();
  });
});
