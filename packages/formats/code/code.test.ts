import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { colourCode } from './colour-code.ts';
import { languageOf, languageOfFile } from './languages.ts';

const colour = (language: string, ...texts: string[]) =>
  colourCode(new Blob([JSON.stringify(texts)]), { language });
const textOf = (lines: Awaited<ReturnType<typeof colour>>[number]) =>
  lines
    .map((line) => line.map((token) => (typeof token === 'string' ? token : token[1])).join(''))
    .join('\n');

it('divides code into lines of tokens', async () => {
  const [lines] = await colour('python', 'def fit(x):  # slope\n    return "a" + 2\n');
  expect(lines?.[0]).toEqual([['keyword', 'def'], ' ', ['name', 'fit'], '(x):  ', ['comment', '# slope']]);
  expect(lines?.[1]).toEqual(['    ', ['keyword', 'return'], ' ', ['string', '"a"'], ' + ', ['number', '2']]);
  expect(lines).toHaveLength(3);
});

it('keeps a token that spans lines in each of them', async () => {
  const [lines] = await colour('python', '"""one\ntwo"""');
  expect(lines).toEqual([[['string', '"""one']], [['string', 'two"""']]]);
});

it('changes no character, whatever the text is', async () => {
  const hostile = [
    '<script>alert(1)</script>&amp;\r\n\0\u202e',
    '('.repeat(1_000),
    `${'"'.repeat(999)}\n${'a/'.repeat(500)}`,
    '',
  ];
  const others = ['bash', 'sql', 'latex', 'javascript', 'yaml', 'julia', 'matlab'];
  for (const name of ['r', 'python', 'xml', ...(isQuick ? [] : others)]) {
    const read = await colour(name, ...hostile);
    expect(read.map(textOf), name).toEqual(hostile);
  }
});

// Takes long, and few changes can break it.
if (!isQuick)
  it('colours the first 5,000 tokens', async () => {
    const texts = ['1,'.repeat(3_000), '\\'.repeat(9_000), '2,'.repeat(9_000)];
    const read = await colour('python', ...texts);
    const coloured = read.flat(2).filter((token) => typeof token !== 'string');
    expect(coloured).toHaveLength(5_000);
    expect(read.map(textOf)).toEqual(texts);
  });

it('knows a language by extension, and only languages that it can colour', async () => {
  expect(languageOfFile('analysis/fit_tm.PY')).toBe('python');
  expect(languageOf('bash')).toBe('bash');
  expect(languageOfFile('notes.txt')).toBeNull();
  expect(languageOf('constructor')).toBeNull();
  const extensions = 'py r xml jl sh nf cpp h f90 m tex yaml toml ts js sql rs go'.split(' ');
  for (const extension of isQuick ? extensions.slice(0, 3) : extensions) {
    expect(await colour(languageOf(extension) ?? '', 'x'), extension).toHaveLength(1);
  }
  await expect(colour('constructor', 'x')).rejects.toThrow('is not coloured');
});
