import { createHash } from 'node:crypto';
import { depth, isQuick } from '@labroom/testing/depth.ts';
import { describe, expect, it } from 'vitest';
import { contrastOf } from './drawing/colour.ts';
import { seedOf } from './drawing/random.ts';
import { colourOf, families, grounds, labHue, type Tone, type Traits, traitsOf } from './drawing/traits.ts';
import { drawMark, labMark } from './lab-mark.ts';
import { type MarkFormat, markFormats } from './mark-formats.ts';
import { paint } from './paint.fixture.ts';
import vectors from './vectors.json' with { type: 'json' };

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Ids of real labs begin with the same 12 bytes: version, namespace and a small token id. */
const ids = Array.from(
  { length: 1000 },
  (_, index) => `0x010100000000000000000001${hash(`lab ${index}`).slice(0, 40)}`,
);
/** The ids whose marks are drawn: few for a change, which usually changes none. */
const drawnIds = ids.slice(0, depth.drawnMarks);
const formats = Object.keys(markFormats) as MarkFormat[];
/** At the quick depth the first one of each family. */
const checked = vectors.filter(
  ({ family }, at) => !isQuick || vectors.findIndex((other) => other.family === family) === at,
);

const drawn = new Map<string, string>();
/** A mark, drawn once for all tests. */
function markOf(oclId: string, format: MarkFormat): string {
  const key = `${oclId} ${format}`;
  const svg = drawn.get(key) ?? labMark(oclId, format);
  drawn.set(key, svg);
  return svg;
}

describe('the mark of a lab', () => {
  it('has the same bytes as in the test vectors, on every machine and after every change', () => {
    const all = checked.map(({ oclId }) => {
      const { traits } = drawMark(oclId, 'square');
      const svg = Object.fromEntries(formats.map((format) => [format, hash(markOf(oclId, format))]));
      return { oclId, ...traits, svg };
    });
    // A deliberate change of the drawing also needs a new `marksVersion`, because browsers keep marks for a year.
    expect(all).toEqual(checked);
    expect(new Set(checked.map(({ family }) => family))).toEqual(new Set(families));
  });

  it('does not depend on the case of the id, and differs for different ids', () => {
    const [id = ''] = ids;
    expect(labMark(id.toUpperCase().replace('0X', '0x'), 'card')).toBe(labMark(id, 'card'));
    expect(new Set(drawnIds.map((each) => markOf(each, 'square'))).size).toBe(drawnIds.length);
  });

  it('shows every family, hue, ground and answer about equally often, although ids share their first bytes', () => {
    const all = ids.map((id) => traitsOf(seedOf('lab', id)));
    const counts = (choice: (traits: Traits) => string | number, expected: number) => {
      const count = Map.groupBy(all, choice);
      expect(count.size).toBe(expected);
      for (const group of count.values()) {
        // Four standard deviations of a fair choice.
        const mean = ids.length / expected;
        expect(Math.abs(group.length - mean)).toBeLessThan(4 * Math.sqrt(mean));
      }
    };
    counts(({ family }) => family, families.length);
    counts(({ ground }) => ground, grounds.length);
    counts(({ hue }) => hue, 24);
    counts(({ hue, answerHue }) => (answerHue - hue + 360) % 360, 5);
    for (const [index, { hue }] of all.entries()) expect(labHue(ids[index] ?? '')).toBe(hue);
  });

  it('is neither empty nor full: no tone covers nearly everything, and the answer is there', () => {
    for (const id of drawnIds) {
      const mark = drawMark(id, 'square');
      const tones = paint(mark, 24, 24);
      expect(largestShare(tones), id).toBeLessThan(0.8);
      expect(
        share(tones, (tone) => tone === 'answer'),
        id,
      ).toBeGreaterThan(0.004);
      expect(
        share(tones, (tone) => typeof tone === 'number' && tone >= 1.4),
        id,
      ).toBeGreaterThan(0.1);
    }
  });

  it('shows the answer in the part that every crop of the banner shows', () => {
    for (const id of drawnIds.slice(0, isQuick ? 2 : 70)) {
      const tones = paint(drawMark(id, 'banner'), 328, 52);
      const central = tones.filter((_, index) => Math.abs((index % 328) - 164) < 52);
      expect(
        share(central, (tone) => tone === 'answer'),
        id,
      ).toBeGreaterThan(0.003);
      expect(largestShare(tones), id).toBeLessThan(0.8);
    }
  });

  it('stays small: 40 kB for a banner, 3 kB for a square', () => {
    for (const id of drawnIds) expect(markOf(id, 'square').length, id).toBeLessThan(3000);
    // At the quick depth those of the vectors, which are drawn anyway.
    const banners = isQuick ? checked.map(({ oclId }) => oclId) : drawnIds.slice(0, 70);
    for (const id of banners) expect(markOf(id, 'banner').length, id).toBeLessThan(40_000);
  });

  it('contains only elements, numbers and colours', () => {
    const hostile = ['<script>', '"/><image href="https://example.org"/>'];
    // At the quick depth those of the vectors, which are drawn anyway.
    const others = isQuick ? checked.map(({ oclId }) => oclId) : drawnIds.slice(0, 50);
    for (const id of [...others, ...hostile]) {
      for (const format of isQuick && hostile.includes(id) ? (['square', 'card'] as const) : formats) {
        const rest = markOf(id, format)
          .replaceAll(/ d="[mlhvqtzMHL\d .-]*"/g, '')
          .replaceAll(/ (fill|stroke)="(none|#[0-9a-f]{6})"/g, '')
          .replaceAll(/ stroke-(width|opacity)="[\d.]+"| stroke-line(cap|join)="round"/g, '')
          .replaceAll('<path/>', '');
        expect(rest).toMatch(
          /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="\d+" height="\d+" viewBox="[\d ]+"><\/svg>$/,
        );
      }
    }
  });
});

describe('the colours of a mark', () => {
  const everyHue = grounds.flatMap((ground) =>
    Array.from({ length: 24 }, (_, index): Traits => {
      const hue = index * 15;
      return { family: 'plate', ground, hue, answerHue: (hue + 180) % 360 };
    }),
  );

  it('have at least two tones with a contrast of 3:1, and an answer that stands out, for every hue', () => {
    for (const traits of everyHue) {
      const ground = colourOf(traits, 0);
      expect(contrastOf(ground, colourOf(traits, 4))).toBeGreaterThan(4);
      const others = [0, 1, 2, 3, 4].map((tone) =>
        contrastOf(colourOf(traits, 'answer'), colourOf(traits, tone)),
      );
      expect(Math.max(...others)).toBeGreaterThan(3);
    }
  });

  it('have the same lightness for every hue: the contrast of two tones differs by at most a fifth', () => {
    for (const ground of grounds) {
      const ofGround = everyHue.filter((traits) => traits.ground === ground);
      for (const tone of [1, 2, 3, 4]) {
        const all = ofGround.map((traits) => contrastOf(colourOf(traits, 0), colourOf(traits, tone)));
        expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.25);
      }
    }
  });
});

const share = (tones: readonly Tone[], matches: (tone: Tone) => boolean) =>
  tones.filter(matches).length / tones.length;

function largestShare(tones: readonly Tone[]): number {
  const groups = [...Map.groupBy(tones, String).values()];
  return Math.max(...groups.map((group) => group.length)) / tones.length;
}
