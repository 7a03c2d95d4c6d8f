import { encodings } from '@labroom/formats/text/encodings';
import {
  isSigns,
  numberExamples,
  quoteNames,
  savedEncodings,
  separatorNames as savedSeparators,
} from '@labroom/protocol/saved-view';
import { expect, it } from 'vitest';
import {
  exampleOf,
  isSameView,
  numberStyles,
  readFileView,
  savedOfView,
  separatorNames,
  viewOfSaved,
  withoutFileView,
  writeFileView,
} from './file-view.ts';

it('names every choice in the URL, and reads it again', () => {
  const view = {
    encoding: 'windows-1252' as const,
    table: {
      separator: ';',
      quote: "'" as const,
      numbers: { decimal: ',' as const, thousands: '.' as const },
      comment: '',
      hasHeader: false,
    },
    filter: 'A1 ',
    plot: { x: 0, y: 4 },
    contrast: { center: 0, width: 0.5 },
  };
  const params = writeFileView(new URLSearchParams('file=a.csv&encoding=utf-8'), view);
  expect(String(params)).toBe(
    'file=a.csv&encoding=windows-1252&separator=semicolon&quote=single&numbers=1.234%2C5&comments=none&filter=A1+&plotX=1&plotY=5&level=0&window=0.5&header=no',
  );
  expect(readFileView(params)).toEqual(view);
  expect(viewOfSaved(savedOfView(view))).toEqual(view);
  expect(String(withoutFileView(params))).toBe('file=a.csv');
});

it('keeps a separator without a name, and leaves out what the page does not offer', () => {
  expect(readFileView(new URLSearchParams('separator=%7E'))?.table.separator).toBe('~');
  const params = new URLSearchParams(
    'encoding=constructor&separator=ab&quote=x&numbers=5&header=maybe&plotX=0&plotY=1&level=1&window=0',
  );
  expect(readFileView(params)).toEqual({ table: {} });
});

it('has an example for each way of writing numbers', () => {
  for (const [example, style] of Object.entries(numberStyles)) expect(exampleOf(style)).toBe(example);
});

it('tells a URL without a choice from one that chooses what the bytes tell', () => {
  expect(readFileView(new URLSearchParams('file=a.csv&version=2'))).toBeNull();
  const judged = writeFileView(new URLSearchParams('file=a.csv&encoding=utf-8'), { table: {} });
  expect(String(judged)).toBe('file=a.csv&view=judged');
  expect(readFileView(judged)).toEqual({ table: {} });
  expect(String(withoutFileView(judged))).toBe('file=a.csv');
});

it('compares views by their choices', () => {
  const semicolon = { table: { separator: ';' } };
  expect(isSameView(semicolon, viewOfSaved({ separator: 'semicolon', encoding: null }))).toBe(true);
  expect(isSameView(semicolon, { table: {} })).toBe(false);
  expect(isSameView({ table: {} }, viewOfSaved(null))).toBe(true);
});

it('offers the choices that the service saves', () => {
  expect(savedEncodings).toEqual(Object.keys(encodings));
  expect(savedSeparators).toEqual(Object.values(separatorNames));
  expect(numberExamples).toEqual(Object.keys(numberStyles));
  for (const quote of quoteNames) expect(viewOfSaved({ quote }).table.quote).toMatch(/["']/);
  expect(['~', '#'].every((sign) => isSigns(sign, 1))).toBe(true);
  expect(isSigns('//', 2)).toBe(true);
  expect(['', 'a', '7', ' ', '\u200b', '//'].some((value) => isSigns(value, 1))).toBe(false);
});
