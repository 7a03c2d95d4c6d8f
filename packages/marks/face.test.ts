import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './drawing/colour.ts';
import { face } from './face.ts';
import { fingerprint } from './fingerprint.ts';

const hash = (text: string) => createHash('sha256').update(text).digest('hex');
const addresses = Array.from({ length: 1000 }, (_, index) => `0x${hash(`wallet ${index}`).slice(0, 40)}`);
/** Drawn once for all tests. */
const faces = {
  person: addresses.map((one) => face(one)),
  agent: addresses.map((one) => face(one, 'agent')),
};
const coloursOf = (svg: string) => [...svg.matchAll(/#[0-9a-f]{6}/g)].map(([colour]) => colour);

describe('a face', () => {
  it('has the bytes of the test vectors', () => {
    const address = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
    expect(hash(face(address))).toBe('973814b8aa5fd9f76220de7afb33596215fb3fffbf67b4dd10ac934f20055bd8');
    expect(hash(face(address, 'agent'))).toBe(
      'fd32bd808fd121529502884d4f81acb8d77af4089b310c1170bd3ef748f32392',
    );
    expect(face('0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBe(face(address));
  });

  it('tells nine people apart in all but few groups, and a thousand nearly always', () => {
    expect(new Set(faces.person).size).toBeGreaterThan(990);
    expect(new Set(faces.agent).size).toBeGreaterThan(900);
  });

  it('consists of three colours with contrast to each other, and fits in 800 bytes', () => {
    for (const kind of ['person', 'agent'] as const) {
      expect(Math.max(...faces[kind].map(({ length }) => length))).toBeLessThan(800);
      const contrasts = faces[kind].flatMap((svg) => {
        const [ground = '', large = '', small = ''] = coloursOf(svg);
        return [contrastOf(ground, large), contrastOf(large, small)];
      });
      expect(Math.min(...contrasts)).toBeGreaterThan(1.9);
    }
  });
});

describe('a fingerprint', () => {
  it('has the bytes of the test vector, twelve bars and at most 700 bytes', () => {
    expect(hash(fingerprint(`sha256:${'ab'.repeat(32)}`))).toBe(
      '0e69b237eb40c838043017c1e5b009c2a146a8c82ff223588f4a4d7577e1c91e',
    );
    for (const address of addresses.slice(0, 300)) {
      const svg = fingerprint(address);
      expect(svg.length).toBeLessThan(700);
      expect(svg.match(/M/g)).toHaveLength(12);
    }
  });

  it('differs for values that differ in one digit', () => {
    const value = `0x${'0'.repeat(64)}`;
    const others = Array.from(
      { length: 64 },
      (_, index) => `${value.slice(0, index + 2)}1${value.slice(index + 3)}`,
    );
    expect(new Set([value, ...others].map(fingerprint)).size).toBe(65);
  });

  it('can be seen on light and on dark paper', () => {
    for (const colour of addresses.slice(0, 50).flatMap((address) => coloursOf(fingerprint(address)))) {
      expect(contrastOf(colour, '#faf9f5')).toBeGreaterThan(3);
      expect(contrastOf(colour, '#101318')).toBeGreaterThan(3);
    }
  });
});
