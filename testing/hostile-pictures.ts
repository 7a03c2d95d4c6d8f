import { deflateSync } from 'node:zlib';
import type { ImageType } from '@labroom/service/operations/labs/image/image-types.ts';
import { png, pngChunk } from './test-image.ts';

export interface HostilePicture {
  name: string;
  type: ImageType;
  bytes: Buffer;
  /**
   * `refused`: it multiplies or lies, and must be refused. `harmless`: what is hostile is removed or ignored, so that a bitmap may
   * result. `either`: depends on the speed of the machine.
   */
  outcome: 'refused' | 'harmless' | 'either';
}

const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const svg = (content: string, attributes = 'viewBox="0 0 100 100" width="100" height="100"') =>
  `<svg ${xmlns} ${attributes}>${content}</svg>`;
const times = (count: number, write: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at)).join('');
const vertices = times(10, (at) => `${at} ${at} `).trim();

/** Each level draws the one below ten times. */
function nested(levels: number, level: (id: string, below: string) => string, first: string, use: string) {
  const defs = times(levels, (at) => level(`x${at + 1}`, `x${at}`));
  return svg(`<defs>${first}${defs}</defs>${use.replaceAll('TOP', `x${levels}`)}`);
}

const copies = (levels: number, each: number) =>
  nested(
    levels,
    (id, below) => `<g id="${id}">${times(each, () => `<use href="#${below}"/>`)}</g>`,
    '<path id="x0" d="M0 0 9 9" stroke="red"/>',
    '<use href="#TOP"/>',
  );

const container = (levels: number, name: string, attribute: string) =>
  nested(
    levels,
    (id, below) =>
      `<${name} id="${id}" width="5" height="5" patternUnits="userSpaceOnUse">${times(10, (at) => `<rect width="${at + 1}" height="9" ${attribute}="url(#${below})"/>`)}</${name}>`,
    `<${name} id="x0" width="5" height="5" patternUnits="userSpaceOnUse"><rect width="5" height="5" fill="#fff"/></${name}>`,
    `<rect width="90" height="90" ${attribute}="url(#TOP)"/>`,
  );

const markers = (levels: number) =>
  nested(
    levels,
    (id, below) =>
      `<marker id="${id}" markerWidth="5" markerHeight="5" overflow="visible"><path d="M${vertices}" marker-mid="url(#${below})" stroke="red"/></marker>`,
    '<marker id="x0" markerWidth="5" markerHeight="5"><rect width="5" height="5"/></marker>',
    '<path d="M0 0 1 1 2 2 3 3 4 4 5 5 6 6" marker-mid="url(#TOP)" stroke="red"/>',
  );

const drawings: [name: string, outcome: HostilePicture['outcome'], source: string][] = [
  ['markers in markers', 'refused', markers(7)],
  ['two levels of markers', 'refused', markers(2)],
  ['clip paths in clip paths', 'refused', container(7, 'clipPath', 'clip-path')],
  ['masks in masks', 'refused', container(7, 'mask', 'mask')],
  ['patterns in patterns', 'refused', container(7, 'pattern', 'fill')],
  [
    'a circle of patterns',
    'refused',
    svg(
      '<pattern id="a" width="5" height="5"><rect width="5" height="5" fill="url(#b)"/></pattern><pattern id="b" width="5" height="5"><rect width="5" height="5" fill="url(#a)"/></pattern><rect width="90" height="90" fill="url(#a)"/>',
    ),
  ],
  ['copies of eight levels', 'harmless', copies(8, 6)],
  ['copies of eighteen levels', 'harmless', copies(18, 6)],
  [
    'a marker of a thousand shapes on a path of ten thousand vertices',
    'refused',
    svg(
      `<marker id="m">${'<rect width="1" height="1"/>'.repeat(1_000)}</marker><path d="M${times(10_000, (at) => `${at % 100} ${at % 90} `)}" marker-mid="url(#m)"/>`,
    ),
  ],
  [
    'a marker inherited by five thousand paths',
    'refused',
    svg(
      `<marker id="m"><rect width="1" height="1"/><rect width="2" height="2"/></marker><g marker-start="url(#m)" marker-end="url(#m)">${'<path d="M0 0 9 9"/>'.repeat(5_000)}</g>`,
    ),
  ],
  [
    'a marker that a style sheet gives to all paths',
    'refused',
    svg(
      `<style>path{marker:none;marker-mid:url(#m)}</style><marker id="m">${'<rect width="1" height="1"/>'.repeat(100)}</marker>${`<path d="M${vertices}"/>`.repeat(500)}`,
    ),
  ],
  [
    'filters',
    'harmless',
    svg(
      `<filter id="f" width="100" height="100">${'<feTurbulence baseFrequency="9" numOctaves="1000"/><feMorphology operator="dilate" radius="200"/><feGaussianBlur stdDeviation="500"/>'.repeat(50)}</filter><rect width="90" height="90" filter="url(#f)"/>`,
    ),
  ],
  [
    'five thousand translucent groups',
    'either',
    svg(times(3_300, (at) => `<g opacity=".5"><path d="M${at % 90} 0 90 90v-${at % 90}" opacity=".3"/></g>`)),
  ],
  [
    'one mask on five thousand shapes',
    'refused',
    svg(
      `<mask id="m"><rect width="90" height="90" fill="#fff"/></mask>${'<rect width="90" height="90" mask="url(#m)"/>'.repeat(5_000)}`,
    ),
  ],
  ['a huge width', 'refused', svg('<rect width="9" height="9"/>', 'width="1000000" height="1000000"')],
  [
    'a width that is no number',
    'harmless',
    svg('<rect width="9" height="9"/>', 'width="1e999" height="1e999"'),
  ],
  [
    'an extreme ratio',
    'harmless',
    svg('<rect width="1" height="1000000"/>', 'viewBox="0 0 1 1000000" width="1"'),
  ],
  [
    'a tiny dash on a long line',
    'either',
    svg('<path d="M0 0H100" stroke="red" stroke-dasharray="0.000001"/>', 'viewBox="0 0 100 100"'),
  ],
  [
    'a pattern of tiny tiles',
    'either',
    svg(
      '<pattern id="p" width="0.0001" height="0.0001" patternUnits="userSpaceOnUse"><circle r="1"/></pattern><rect width="100" height="100" fill="url(#p)"/>',
    ),
  ],
  ['groups twenty thousand deep', 'refused', svg(`${'<g>'.repeat(20_000)}${'</g>'.repeat(20_000)}`)],
  ['more elements than limits allow', 'refused', svg('<path d="M0 0h9"/>'.repeat(30_000))],
  ['attributes without end', 'refused', svg(`<g ${times(20_000, (at) => `a${at}="1" `)}/>`)],
  [
    'entities that grow',
    'refused',
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa">${times(9, (at) => `<!ENTITY a${at} "${`&a${at ? at - 1 : ''};`.repeat(10)}">`)}]>${svg('<text>&a8;</text>')}`,
  ],
  [
    'a file behind an entity',
    'refused',
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`,
  ],
  ['text of 200,000 characters', 'refused', svg(`<text y="9">${'wide '.repeat(40_000)}</text>`)],
  [
    'two thousand stacked letters',
    'harmless',
    svg(`<text y="9">${`a${'\u0301'.repeat(19)}`.repeat(100)}</text>`),
  ],
  [
    'pictures of the machine and the network',
    'harmless',
    svg(
      '<image href="/etc/hostname" width="90" height="90"/><image xlink:href="file:///etc/passwd" width="90" height="90"/><image href="http://127.0.0.1:9/x.png" width="90" height="90"/><image href="data:image/svg+xml,%3Csvg/%3E" width="9" height="9"/>',
    ),
  ],
  [
    'fonts and styles of the network',
    'harmless',
    `<?xml-stylesheet href="http://127.0.0.1:9/x.css"?>${svg('<style>@import "http://127.0.0.1:9/y.css"; @font-face{font-family:x;src:url(file:///etc/passwd)} text{font-family:x}</style><text y="9">a</text>')}`,
  ],
  [
    'a chain of gradients',
    'either',
    svg(
      `${times(4_000, (at) => `<linearGradient id="g${at}" href="#g${at + 1}"/>`)}${times(4_000, () => '<rect width="9" height="9" fill="url(#g0)"/>')}`,
    ),
  ],
  ['comments in a style sheet', 'refused', svg(`<style>${'/*'.repeat(400_000)}</style>`)],
  ['braces in a style sheet', 'harmless', svg(`<style>${'{'.repeat(90_000)}</style><path d="M0 0h9"/>`)],
  ['at signs in a style sheet', 'harmless', svg(`<style>${'@{'.repeat(45_000)}</style><path d="M0 0h9"/>`)],
  ['open tags', 'refused', `<svg ${xmlns}>${'<a '.repeat(300_000)}`],
  ['an open comment', 'refused', `<svg ${xmlns}>${'<!--'.repeat(200_000)}`],
  ['open quotes', 'refused', `<svg ${xmlns}><a b="${'x="'.repeat(300_000)}`],
  ['angle brackets', 'refused', '<'.repeat(900_000)],
  ['a drawing that ends early', 'refused', svg('<path d="M0 0h9"/>').slice(0, -9)],
  ['a page with a drawing in it', 'refused', `<html><body>${svg('<path d="M0 0h9"/>')}</body></html>`],
];

const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** A PNG of zero bytes that a few kilobytes describe. */
function zeros(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(8, 8);
  const rows = deflateSync(Buffer.alloc((width + 1) * height), { level: 9 });
  const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', rows), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

/** An animated PNG that declares and has many frames of one picture. */
function animated(frames: number): Buffer {
  const still = png({ width: 64, height: 64 });
  const end = still.length - 12;
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames, 0);
  const frame = (at: number) => {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(at, 0);
    data.writeUInt32BE(64, 4);
    data.writeUInt32BE(64, 8);
    return pngChunk('fcTL', data);
  };
  const all = Array.from({ length: frames }, (_, at) => frame(at));
  return Buffer.concat([
    still.subarray(0, 33),
    pngChunk('acTL', control),
    ...all,
    still.subarray(33, end),
    still.subarray(end),
  ]);
}

/** Text compressed a thousandfold, which a reader of metadata may expand. */
function textBomb(): Buffer {
  const still = png({ width: 4, height: 4 });
  const text = Buffer.concat([
    Buffer.from('Comment\0\0'),
    deflateSync(Buffer.alloc(50_000_000), { level: 9 }),
  ]);
  return Buffer.concat([still.subarray(0, 33), pngChunk('zTXt', text), still.subarray(33)]);
}

/** Magic bytes and a frame header of the declared size. */
function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffd8ffc00011080000000003011100021100031100ffda0008010100003f00ffd9', 'hex');
  frame.writeUInt16BE(height, 7);
  frame.writeUInt16BE(width, 9);
  return frame;
}

function gifOf(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.from('47494638396100000000800000000000ffffff', 'hex');
  screen.writeUInt16LE(width, 6);
  screen.writeUInt16LE(height, 8);
  const frame = Buffer.from('2c00000000000000000002024401 00'.replace(' ', ''), 'hex');
  frame.writeUInt16LE(width, 5);
  frame.writeUInt16LE(height, 7);
  return Buffer.concat([screen, ...Array.from({ length: frames }, () => frame), Buffer.of(0x3b)]);
}

const rasters: [name: string, outcome: HostilePicture['outcome'], type: ImageType, make: () => Buffer][] = [
  ['a PNG of a declared size', 'refused', 'image/png', () => png({ width: 1, claimed: [60_000, 60_000] })],
  ['a PNG of zeros above the limit', 'refused', 'image/png', () => zeros(7_000, 6_000)],
  ['a PNG of zeros at the limit', 'harmless', 'image/png', () => zeros(6_300, 6_300)],
  ['a PNG of one row', 'harmless', 'image/png', () => zeros(1_000_000, 1)],
  ['an animation of many frames', 'harmless', 'image/png', () => animated(5_000)],
  ['compressed text in a PNG', 'harmless', 'image/png', () => textBomb()],
  ['a PNG that ends early', 'refused', 'image/png', () => zeros(500, 500).subarray(0, 60)],
  ['a JPEG of a declared size', 'refused', 'image/jpeg', () => jpegOf(65_535, 65_535)],
  ['a JPEG without pixels', 'either', 'image/jpeg', () => jpegOf(6_000, 6_000)],
  ['a GIF of a declared size', 'refused', 'image/gif', () => gifOf(65_535, 65_535, 1)],
  ['a GIF of many frames', 'either', 'image/gif', () => gifOf(6_000, 6_000, 10_000)],
  [
    'a PNG that is a page too',
    'harmless',
    'image/png',
    () => Buffer.concat([png(), Buffer.from('<html><script>alert(1)</script>')]),
  ],
  ['a drawing named PNG', 'refused', 'image/png', () => Buffer.from(svg('<path d="M0 0h9"/>'))],
  ['a PNG named drawing', 'refused', 'image/svg+xml', () => png()],
  ['a PDF named JPEG', 'refused', 'image/jpeg', () => Buffer.from('%PDF-1.7\n1 0 obj')],
  [
    'a broken WebP',
    'refused',
    'image/webp',
    () => Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\xff\xff\xff\xff\x10', 'latin1'),
  ],
];

/** Pictures that strangers may send to keep a service or a browser busy, to read from it, or to pass for another type. */
export const hostilePictures: HostilePicture[] = [
  ...drawings.map(([name, outcome, source]) => ({
    name,
    type: 'image/svg+xml' as const,
    bytes: Buffer.from(source),
    outcome,
  })),
  ...rasters.map(([name, outcome, type, make]) => ({
    name,
    type,
    outcome,
    // Some take a second to make, and few tests need them all.
    get bytes() {
      return make();
    },
  })),
];
