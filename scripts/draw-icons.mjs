/**
 * Draws the icons and the social card of the site in `public/` from its logo, its fonts and the marks of labs. The result
 * is the same on every machine and is committed. Run it again after a change of the look: node scripts/draw-icons.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { labMark } from '@labroom/marks/lab-mark';
import vectors from '@labroom/marks/vectors.json' with { type: 'json' };
import { ImageResponse } from 'next/og.js';
import { createElement } from 'react';

const root = path.resolve(import.meta.dirname, '..');
const read = (file) => readFileSync(path.join(root, file));
const paper = '#fbf9f5';
const ink = '#1f1b16';
const muted = '#514b45';

const fonts = [
  { name: 'Newsreader', data: read('app/fonts/card-newsreader.ttf'), weight: 400 },
  { name: 'Hanken Grotesk', data: read('app/fonts/card-hanken-grotesk.ttf'), weight: 400 },
];

const box = (style, ...children) =>
  createElement('div', { style: { display: 'flex', ...style } }, ...children);
const picture = (svg, style) =>
  createElement('img', { src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`, style });

/** The logo on a field of 32 by 32, as in `public/icon.svg`. */
const logo = (stroke, ground) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32">${
    ground ? `<path fill="${ground}" d="M0 0h32v32H0z"/>` : ''
  }<path d="M7 7h18v18H7zM7 18.5h7V25M18.5 7v7H25" fill="none" stroke="${stroke}" stroke-width="2"/></svg>`;

async function write(file, element, width, height) {
  const response = new ImageResponse(element, { width, height, fonts });
  writeFileSync(path.join(root, 'public', file), Buffer.from(await response.arrayBuffer()));
}

for (const [file, side] of [
  ['apple-touch-icon.png', 180],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
])
  await write(file, picture(logo(paper, ink), { width: side, height: side }), side, side);

/** One lab of each family, side by side. */
const families = [...new Map(vectors.map((lab) => [lab.family, lab.oclId])).values()];
const tile = Math.ceil(1200 / families.length);
const marks = families.map((oclId) =>
  box(
    { width: tile, height: 300, overflow: 'hidden' },
    picture(labMark(oclId, 'card'), { width: 600, height: 300, marginLeft: (tile - 600) / 2 }),
  ),
);
const card = box(
  { flexDirection: 'column', width: 1200, height: 630, background: paper, color: ink },
  box({ width: 1200, height: 300 }, ...marks),
  box(
    { flexDirection: 'column', flexGrow: 1, justifyContent: 'space-between', padding: '44px 56px 44px' },
    box(
      { fontFamily: 'Newsreader', fontSize: 74, lineHeight: 1.06, letterSpacing: '-0.022em' },
      'A data room for research that can be checked',
    ),
    box(
      { alignItems: 'center', fontFamily: 'Hanken Grotesk', fontSize: 28, color: muted },
      'Files, versions and access of onchain labs',
      box({ flexGrow: 1 }),
      picture(logo(ink), { width: 56, height: 56, marginRight: 2 }),
      box({ fontFamily: 'Newsreader', fontSize: 36, color: ink }, 'Labroom'),
    ),
  ),
);
await write('social-card.png', card, 1200, 630);
