import { createHash } from 'node:crypto';
import { accessKinds } from '@labroom/marks/access-symbols';
import { depth, isQuick } from '@labroom/testing/depth.ts';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardSize } from './card-size.ts';
import { cardText } from './card-text.ts';
import { type Card, drawCard } from './draw-card.ts';

const card: Card = {
  oclId: `0x010100000000000000000001${'6e'.repeat(20)}`,
  title: 'Thermostable Lipase Screen',
  access: null,
  facts: ['418 files', '9 members'],
};

let first: Uint8Array;
beforeAll(async () => {
  first = await drawCard(card);
});

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const requests: string[] = [];
beforeEach(() => {
  requests.length = 0;
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (url: URL | string, init?: RequestInit) => {
    // The renderer contains its own code as data URLs.
    if (/^(data|file):/.test(String(url))) return realFetch(url, init);
    requests.push(String(url));
    return Promise.reject(new Error('no network'));
  });
});
afterEach(() => vi.unstubAllGlobals());

describe('a social card', () => {
  it('is a PNG of the size that social networks ask for, with the same bytes each time', async () => {
    const drawn = await drawCard(card);
    const view = new DataView(drawn.buffer);
    expect(new TextDecoder('latin1').decode(drawn.subarray(1, 4))).toBe('PNG');
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([cardSize.width, cardSize.height]);
    expect(drawn.length).toBeLessThan(300_000);
    expect(hashOf(first)).toBe(hashOf(drawn));
  });

  // Each card takes long.
  if (!isQuick)
    it('differs by title, lab and access', async () => {
      const other: Card[] = [
        { ...card, title: 'Thermostable lipase screen' },
        { ...card, oclId: `0x010100000000000000000001${'6f'.repeat(20)}` },
        ...accessKinds
          .slice(0, depth.everyVariant ? accessKinds.length : 1)
          .map((kind) => ({ ...card, access: { kind, text: 'Access' } })),
      ];
      const drawn = [first, ...(await Promise.all(other.map(drawCard)))];
      expect(new Set(drawn.map(hashOf)).size).toBe(drawn.length);
    });

  it('asks nobody for fonts or pictures, whatever the name is', async () => {
    const names = [
      'x'.repeat(5000),
      'word '.repeat(1000),
      'مختبر الإنزيمات',
      '\u202egpj.exe\u2066',
      '酵素研究室',
      'Enzymes 🧬👩🏽‍🔬 and © ™ ☎ ❤️',
      'a\u0300\u0301\u0302\u0303'.repeat(200),
      '<img src="https://example.org/a.png">',
      '\u0000\u0007\ufffd',
    ];
    const texts = names.map((name) => cardText(name, 'lab-name'));
    // At the quick depth all on one card.
    const [step, each] = depth.everyVariant ? [1, 3] : [texts.length, texts.length];
    for (let at = 0; at < texts.length; at += step) {
      const [title = '', ...facts] = [...texts, ...texts].slice(at, at + each);
      const png = await drawCard({ ...card, title, facts });
      expect(png.length, names[at]).toBeGreaterThan(5000);
      expect(hashOf(png)).not.toBe(hashOf(first));
    }
    expect(requests).toEqual([]);
  });

  // Few changes can break it.
  if (!isQuick)
    it('can draw every character that a text of a card may have', async () => {
      const characters = Array.from({ length: 0x2300 }, (_, code) => String.fromCodePoint(code)).filter(
        (character) => cardText(`a${character}b`, '') === `a${character}b`,
      );
      expect(characters.length).toBeGreaterThan(300);
      // At full depth all of them, else the first 80.
      const count = depth.everyVariant ? characters.length : 80;
      for (let start = 0; start < count; start += 80) {
        const [title, fact] = [start, start + 40].map((at) => characters.slice(at, at + 40).join(' '));
        await drawCard({ ...card, title: title ?? '', facts: [fact ?? ''] });
      }
      expect(requests).toEqual([]);
    });
});

describe('the text of a card', () => {
  it('keeps names in Latin, Greek and Cyrillic letters, without pictures and hidden characters', () => {
    expect(cardText('Gőz & Ångström’s 30 µM assay', 'x')).toBe('Gőz & Ångström’s 30 µM assay');
    expect(cardText('β-lactamase, Ελλάδα', 'x')).toBe('β-lactamase, Ελλάδα');
    expect(cardText('Лаборатория ґ', 'x')).toBe('Лаборатория ґ');
    expect(cardText('Enzymes 🧬', 'x')).toBe('Enzymes');
    expect(cardText('plate\u202e-07.csv', 'x')).toBe('plate-07.csv');
  });

  it('is the fallback if letters would be missing, or nothing would be left', () => {
    expect(cardText('酵素 lab', 'x')).toBe('x');
    expect(cardText('🧬', 'x')).toBe('x');
    expect(cardText('', 'x')).toBe('x');
  });

  it('is cut', () => {
    expect(cardText('x'.repeat(5000), '')).toHaveLength(141);
  });
});
