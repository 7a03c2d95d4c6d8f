import 'server-only';
import { readFile } from 'node:fs/promises';
import { type AccessKind, accessSymbols } from '@labroom/marks/access-symbols';
import { labMark } from '@labroom/marks/lab-mark';
import { markFormats } from '@labroom/marks/mark-formats';
import { ImageResponse } from 'next/og';
import { type CSSProperties, createElement, type ReactElement } from 'react';
import { cardSize } from './card-size.ts';

/** Public facts of a lab or a file. All texts are those of `cardText`. */
export interface Card {
  oclId: string;
  title: string;
  /** Who can open the file. */
  access: { kind: AccessKind; text: string } | null;
  /** From left to right, e.g. the lab's name and the size. */
  facts: readonly string[];
}

/** Fonts of the letters that the first one lacks. */
const others = 'Newsreader Extended, Literata Greek, Literata Cyrillic';

const colours = { paper: '#faf9f5', ink: '#1e1a15', muted: '#514b45' };

/** The card as PNG. The same card always gives the same bytes. */
export async function drawCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const response = new ImageResponse(layOut(card), { ...cardSize, fonts: await loadFonts() });
  return new Uint8Array(await response.arrayBuffer());
}

async function loadFonts() {
  const [serif, extended, greek, cyrillic, sans] = await Promise.all([
    readFile(new URL('../../app/fonts/card-newsreader.ttf', import.meta.url)),
    readFile(new URL('../../app/fonts/card-newsreader-extended.ttf', import.meta.url)),
    readFile(new URL('../../app/fonts/card-literata-greek.ttf', import.meta.url)),
    readFile(new URL('../../app/fonts/card-literata-cyrillic.ttf', import.meta.url)),
    readFile(new URL('../../app/fonts/card-hanken-grotesk.ttf', import.meta.url)),
  ]);
  return [
    { name: 'Newsreader', data: serif, weight: 400 as const },
    { name: 'Newsreader Extended', data: extended, weight: 400 as const },
    { name: 'Literata Greek', data: greek, weight: 400 as const },
    { name: 'Literata Cyrillic', data: cyrillic, weight: 400 as const },
    { name: 'Hanken Grotesk', data: sans, weight: 400 as const },
  ];
}

/** The mark over the whole width, the title on at most two lines, and one line of facts. */
function layOut({ oclId, title, access, facts }: Card): ReactElement {
  const height = 348;
  const width = Math.round((height * markFormats.banner.width) / markFormats.banner.height);
  const left = Math.round((cardSize.width - width) / 2);
  return box(
    { flexDirection: 'column', ...cardSize, background: colours.paper, color: colours.ink },
    picture(labMark(oclId, 'banner'), { width, height, marginLeft: left }),
    box(
      { flexDirection: 'column', flexGrow: 1, justifyContent: 'space-between', padding: '36px 56px 40px' },
      createElement('div', { style: titleStyle(title) }, title),
      box(
        { alignItems: 'center', fontFamily: 'Hanken Grotesk', fontSize: 28, color: colours.muted },
        ...(access ? [symbol(access.kind), label(access.text)] : []),
        ...facts.map(label),
        box({ flexGrow: 1 }),
        box({ fontFamily: 'Newsreader', fontSize: 34, color: colours.ink }, 'Labroom'),
      ),
    ),
  );
}

function titleStyle(title: string): CSSProperties {
  const fontSize = title.length > 56 ? 50 : title.length > 28 ? 60 : 76;
  return {
    display: 'block',
    fontFamily: `Newsreader, ${others}`,
    fontSize,
    lineHeight: 1.08,
    letterSpacing: '-0.018em',
    lineClamp: 2,
    wordBreak: 'break-word',
  };
}

const label = (text: string) =>
  createElement(
    'div',
    {
      style: {
        display: 'block',
        fontFamily: `Hanken Grotesk, ${others}`,
        marginRight: 32,
        maxWidth: 560,
        lineClamp: 1,
        wordBreak: 'break-all',
      },
    },
    text,
  );

function symbol(kind: AccessKind): ReactElement {
  const { frame, isDashed, lines, pieces } = accessSymbols[kind];
  const dashes = isDashed ? ' stroke-dasharray="2.3 1.5"' : '';
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="13" height="13" viewBox="0 0 13 13">',
    `<g fill="none" stroke="${colours.muted}" stroke-width="1.3"><path d="${frame}"${dashes}/>`,
    lines ? `<path d="${lines}"/>` : '',
    pieces ? `<path d="${pieces}" fill="${colours.muted}" stroke="none"/>` : '',
    '</g></svg>',
  ].join('');
  return picture(svg, { width: 28, height: 28, marginRight: 12 });
}

function picture(svg: string, style: CSSProperties): ReactElement {
  return createElement('img', {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    style,
  });
}

function box(style: CSSProperties, ...children: (ReactElement | string)[]): ReactElement {
  return createElement('div', { style: { display: 'flex', ...style } }, ...children);
}
