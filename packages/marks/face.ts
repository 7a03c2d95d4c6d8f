import { hexOf } from './drawing/colour.ts';
import { type Seed, seedOf } from './drawing/random.ts';

export type FaceKind = 'person' | 'agent';

/** Side of the drawing. It is shown at 20, 28 and 40 pixels; a person's in a circle. */
const side = 40;

/**
 * A picture for an address: for a person pieces of paper on a ground, for an agent the front of an instrument. Nothing
 * about a person is read out of an address. The picture helps the eye; it proves nothing.
 */
export function face(address: string, kind: FaceKind = 'person'): string {
  const seed = seedOf(kind, address);
  const papers = papersOf(seed);
  const drawn = kind === 'agent' ? instrument(seed, papers) : pieces(seed, papers);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 ${side} ${side}"><path fill="${papers.ground}" d="M0 0h${side}v${side}H0z"/>${drawn}</svg>`;
}

interface Papers {
  ground: string;
  large: string;
  small: string;
}

/** Three colours: two hues far apart, and three lightnesses in one of four orders. */
function papersOf(seed: Seed): Papers {
  const hue = seed.pick(0, 24) * 15;
  const second = (hue + 90 + seed.pick(1, 7) * 30) % 360;
  const pale = (at: number) => hexOf({ lightness: 0.9, chroma: 0.055, hue: at });
  const mid = (at: number) => hexOf({ lightness: 0.66, chroma: 0.14, hue: at });
  const deep = (at: number) => hexOf({ lightness: 0.36, chroma: 0.095, hue: at });
  const orders: readonly Papers[] = [
    { ground: pale(hue), large: mid(second), small: deep(hue) },
    { ground: pale(hue), large: deep(second), small: mid(hue) },
    { ground: deep(hue), large: mid(hue), small: pale(second) },
    { ground: mid(hue), large: deep(hue), small: pale(second) },
  ];
  return orders[seed.pick(2, orders.length)] ?? { ground: pale(hue), large: mid(second), small: deep(hue) };
}

/** Large pieces, cut from the edge of the ground. */
const largePieces = [
  'M0 20h40v20H0z',
  'M0 40V14Q20-2 40 14v26z',
  'M0 40 40 4v36z',
  'M20 40a20 20 0 0 1 20-20v20z M0 20a20 20 0 0 1 20 20H0z',
  'M0 40V16a24 24 0 0 1 24 24z',
  'M8 40V22a12 12 0 0 1 24 0v18z',
  'M0 26q10-10 20 0t20 0v14H0z',
  'M20 6 38 40H2z',
  'M4 40a16 16 0 0 1 32 0z M12 16a8 8 0 0 1 16 0z',
  'M0 10h14v30H0z M26 10h14v30H26z',
] as const;

/** Small pieces around the point 0 0, about 14 pixels wide. */
const smallPieces = [
  'M-7 0a7 7 0 1 0 14 0a7 7 0 1 0-14 0z',
  'M-7-7h14v14H-7z',
  'M0-9 8 6H-8z',
  'M-8 0Q0-10 8 0Q0 10-8 0z',
  'M-9 4a9 9 0 0 1 18 0z',
  'M-8-6.5h16v5H-8zM-8 1.5h16v5H-8z',
  'M0-9 9 0 0 9-9 0z',
  'M-7-7a14 14 0 0 1 14 14H-7z',
] as const;

const places = [
  [20, 13],
  [13, 14],
  [27, 14],
  [14, 24],
  [26, 24],
] as const;

function pieces(seed: Seed, { large, small }: Papers): string {
  const turn = seed.pick(4, 4) * 90;
  const [x, y] = places[seed.pick(6, places.length)] ?? [20, 13];
  const smallTurn = seed.pick(7, 8) * 45;
  return [
    `<path fill="${large}" transform="rotate(${turn} 20 20)" d="${largePieces[seed.pick(3, largePieces.length)]}"/>`,
    `<path fill="${small}" transform="translate(${x} ${y})rotate(${smallTurn})" d="${smallPieces[seed.pick(5, smallPieces.length)]}"/>`,
  ].join('');
}

/** What the display of an instrument shows. */
const readings = [
  'M10 25l5-8 5 5 9-9',
  'M12 27v-6M17 27v-12M23 27v-8M28 27v-14',
  'M10 20h4l3-7 5 14 3-7h5',
  'M13 27a8 8 0 1 1 14 0M20 22l5-6',
  'M10 15h20M10 20h12M10 25h16',
  'M11 26q9 0 9-7t9-7',
] as const;

/** Lamps or keys under the display. */
const keys = [
  'M9 34h3v3H9zM15 34h3v3h-3z',
  'M9 34h22v2.5H9z',
  'M28 34h3v3h-3z',
  'M9 34h6v3H9zM25 34h6v3h-6z',
  'M12 34h3v3h-3zM18.5 34h3v3h-3zM25 34h3v3h-3z',
] as const;

function instrument(seed: Seed, { large, small }: Papers): string {
  return [
    `<path fill="${large}" d="M6 8h28v23H6z"/>`,
    `<path fill="none" stroke="${small}" stroke-width="3" d="${readings[seed.pick(3, readings.length)]}"/>`,
    `<path fill="${small}" d="${keys[seed.pick(4, keys.length)]}"/>`,
  ].join('');
}
