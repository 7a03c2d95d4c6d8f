import { isQuick } from '@labroom/testing/depth.ts';
import { describe, expect, test } from 'vitest';
import { countDrawn } from './count-drawn.ts';
import { inlineStyles } from './inline-styles.ts';
import { parseSvg } from './parse-svg.ts';

const limits = { elements: 100_000, depth: 64, attributes: 200 };

function count(content: string, most = 10_000): number {
  const root = parseSvg(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">${content}</svg>`,
    limits,
  );
  inlineStyles(root);
  return countDrawn(root, most);
}

describe('the number of drawn elements', () => {
  test.each([
    ['counts each element, and no definitions', '<defs><path/></defs><g><path/><rect/></g>', 4],
    ['counts copies', '<g id="a"><path/><path/></g><use href="#a"/><use xlink:href="#a"/>', 12],
    ['counts the content of symbols', '<symbol id="a"><path/><path/></symbol><use href="#a"/>', 4],
    [
      'counts a clip path for each reference',
      '<clipPath id="a"><rect/></clipPath><g clip-path="url(#a)"><path/></g>',
      5,
    ],
    [
      'counts a marker for each vertex, also if it is inherited or given by a style',
      '<style>.a{marker-mid:url("#m")}</style><marker id="m"><rect/></marker><g class="a"><path d="M0 0 1 1-2.5.5"/></g>',
      15,
    ],
    ['ends circles', '<g id="a"><use href="#a"/></g><use id="b" href="#c"/><use id="c" href="#b"/>', 7],
    [
      'takes plain gradients for colours',
      '<linearGradient id="a"><stop/></linearGradient><rect fill="url(#a)"/>',
      2,
    ],
    ['ignores what is not there', '<use href="#x"/><rect fill="url(#y)" mask="none"/>', 3],
  ])('%s', (_, content, expected) => {
    expect(count(content)).toBe(expected);
  });

  test('ends after the limit, whatever is multiplied', () => {
    const levels = Array.from(
      { length: 60 },
      (_, at) => `<g id="a${at + 1}">${`<use href="#a${at}"/>`.repeat(6)}</g>`,
    ).join('');
    expect(count(`<defs><path id="a0"/>${levels}</defs><use href="#a60"/>`, 1_000)).toBe(1_001);
  });

  // Thousands of elements.
  if (!isQuick)
    test('ends after the limit in a chain of uses', () => {
      const chain = Array.from({ length: 5_000 }, (_, at) => `<use id="b${at + 1}" href="#b${at}"/>`).join(
        '',
      );
      expect(count(`<defs><path id="b0"/>${chain}</defs><use href="#b5000"/>`)).toBe(10_001);
    });
});
