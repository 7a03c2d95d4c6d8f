import { expect, it } from 'vitest';
import { exampleOf, numberStyles, readFileView, withoutFileView, writeFileView } from './file-view.ts';

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
  };
  const params = writeFileView(new URLSearchParams('file=a.csv&encoding=utf-8'), view);
  expect(String(params)).toBe(
    'file=a.csv&encoding=windows-1252&separator=semicolon&quote=single&numbers=1.234%2C5&comments=none&header=no',
  );
  expect(readFileView(params)).toEqual(view);
  expect(String(withoutFileView(params))).toBe('file=a.csv');
});

it('keeps a separator without a name, and leaves out what the page does not offer', () => {
  expect(readFileView(new URLSearchParams('separator=%7E')).table.separator).toBe('~');
  const params = new URLSearchParams('encoding=constructor&separator=ab&quote=x&numbers=5&header=maybe');
  expect(readFileView(params)).toEqual({ table: {} });
});

it('has an example for each way of writing numbers', () => {
  for (const [example, style] of Object.entries(numberStyles)) expect(exampleOf(style)).toBe(example);
});
