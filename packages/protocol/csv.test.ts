import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('is RFC 4180: commas and quotes in quotes, lines end with CR LF, an absent value is empty', () => {
  expect(
    csvOf([
      ['a', 'b'],
      ['1,5', 'say "x"'],
      ['', null],
    ]),
  ).toBe('a,b\r\n"1,5","say ""x"""\r\n,\r\n');
});

it.each([
  '=HYPERLINK("http://evil.example","Open")',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '  =1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\u00a0=1+1',
  '\uff1d1+1',
])('a cell is never a formula: %j', (text) => {
  const line = csvOf([[text]]).slice(0, -2);
  expect(line.replace(/^"|"$/g, '')).not.toMatch(/^[\s\ufffd]*[=+\-@\uff1d]/);
  expect(line).toContain(text.trim().slice(0, 2));
});

it('a cell breaks no line and moves no cursor', () => {
  expect(csvOf([['a\r\nb\u001b[2J\u202ec', 'd']])).toBe('a\ufffd\ufffdb\ufffd[2J\ufffdc,d\r\n');
});
