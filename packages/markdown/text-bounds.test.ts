import { isQuick } from '@labroom/testing/depth.ts';
import { hostileTexts } from '@labroom/testing/hostile-texts.ts';
import { describe, expect, it } from 'vitest';
import { type BoundName, brokenBound, parseBounds, writeBounds } from './text-bounds.ts';

const nameOf = (text: string): BoundName | null => brokenBound(text)?.name ?? null;

const broken: [BoundName, string, string][] = [
  ['depth', `${'> '.repeat(32)}x`, `${'> '.repeat(33)}x`],
  ['depth', `${'- '.repeat(32)}x`, `${'- '.repeat(33)}x`],
  ['depth', `${'1. '.repeat(32)}x`, `${'1. '.repeat(33)}x`],
  ['nestedLines', `${'> '.repeat(10)}x\n`.repeat(200), `${'> '.repeat(10)}x\n`.repeat(201)],
  // A line that only continues a paragraph keeps the quotes open, and a blank one the items.
  ['nestedLines', `${'> '.repeat(20)}x\n${'y\n'.repeat(99)}`, `${'> '.repeat(20)}x\n${'y\n'.repeat(100)}`],
  ['nestedLines', `- a\n${'\n'.repeat(1_999)}`, `- a\n${'\n'.repeat(2_000)}`],
  ['paragraphDelimiters', '*'.repeat(300).replace(/./g, '*a '), '*a '.repeat(301)],
  ['paragraphDelimiters', `${'*'.repeat(150)}a${'*'.repeat(150)}`, `${'*'.repeat(151)}a${'*'.repeat(150)}`],
  ['delimiters', `${'*a* '.repeat(20)}\n\n`.repeat(75), `${'*a* '.repeat(20)}\n\n`.repeat(76)],
  ['cells', `|a|b|\n|-|-|\n${'|c|\n'.repeat(998)}`, `|a|b|\n|-|-|\n${'|c|\n'.repeat(1_001)}`],
  ['underlines', 'a\n=\n'.repeat(200), 'a\n=\n'.repeat(201)],
  ['references', '[^a]: x\n\n'.repeat(500), '[^a]: x\n\n'.repeat(501)],
];

describe.each(broken)('%s', (name, kept, over) => {
  it('is kept up to its limit, and broken beyond', () => {
    expect(nameOf(kept)).toBeNull();
    expect(brokenBound(over)).toEqual({ name, limit: writeBounds[name], line: expect.any(Number) });
  });
});

it('says in which line', () => {
  expect(brokenBound(`a\r\nb\rc\n${'> '.repeat(40)}x`)).toEqual({ name: 'depth', limit: 32, line: 4 });
});

it.each([
  ['code between fences', `\`\`\`\n${`${'*a_ '.repeat(200)}\n`.repeat(50)}\`\`\``],
  ['code that is indented', `a\n\n    ${'*a_ '.repeat(500)}`],
  ['escaped signs', '\\*'.repeat(500)],
  ['a table of emphasis', `|a|b|\n|-|-|\n${'|*c*|`d`|\n'.repeat(400)}`],
  ['rules', '***\n\n* * *\n\n- - - - -\n\n___\n\n'.repeat(300)],
  ['a long list', '- an item with *emphasis*\n'.repeat(500)],
  [
    'prose',
    `${'Words of a **long** report, [with a link](https://example.org/x_y).\n'.repeat(4)}\n`.repeat(80),
  ],
])('allows honest text: %s', (_, text) => {
  expect(brokenBound(text)).toBeNull();
});

it('ends the code of a quote with the quote', () => {
  expect(nameOf(`> \`\`\`\n${'*a_ '.repeat(200)}`)).toBe('paragraphDelimiters');
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('reads each character a bounded number of times', () => {
    for (const [name, make] of Object.entries(hostileTexts)) {
      let reads = 0;
      const text = make(50_000);
      const counted = {
        length: text.length,
        charCodeAt: (at: number) => {
          reads++;
          return text.charCodeAt(at);
        },
      } as string;
      brokenBound(counted, parseBounds);
      expect(reads / 50_000, name).toBeLessThan(20);
    }
  });
