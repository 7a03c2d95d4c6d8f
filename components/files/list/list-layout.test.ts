import { expect, it } from 'vitest';
import { fileEntry, typeOf } from '#lib/data-room/list-folder.ts';
import { columnsOf, gridStyle } from './columns.ts';
import { parseLayout, plainLayout } from './list-layout.ts';
import { rowHeightOf } from './row-height.ts';

it('reads a stored layout, and ignores what it does not know', () => {
  expect(parseLayout(null)).toEqual(plainLayout);
  expect(parseLayout('not JSON')).toEqual(plainLayout);
  expect(parseLayout('{"columns":"all","isCompact":"yes"}')).toEqual(plainLayout);
  expect(parseLayout('{"columns":["size","nothing","type"],"isCompact":true}')).toEqual({
    ...plainLayout,
    columns: ['type', 'size'],
    isCompact: true,
  });
  expect(parseLayout('{"galleries":["a/",7]}').galleries).toEqual(['a/']);
  const many = Array.from({ length: 300 }, (_, index) => `lab/${index}`);
  expect(parseLayout(JSON.stringify({ galleries: many })).galleries).toEqual(many.slice(100));
});

it('keeps the order of the table, and leaves out columns that do not fit', () => {
  expect(columnsOf(['updated', 'type']).map(({ id }) => id)).toEqual(['type', 'updated']);
  const style = gridStyle(['access', 'type', 'updated'], 40);
  expect(style['--columns-0']).toBe('2.5rem minmax(0,1fr) 6rem');
  expect(style['--columns-1']).toBe('2.5rem minmax(0,1fr) 9.5rem 8rem');
  expect(style['--columns-3']).toBe('2.5rem minmax(0,1fr) 8rem 9.5rem 8rem');
});

it('gives a row one line except on a phone', () => {
  expect([350, 396, 1_312].map((width) => rowHeightOf(width, false))).toEqual([56, 40, 40]);
  expect([350, 396].map((width) => rowHeightOf(width, true))).toEqual([56, 32]);
});

it('names the type of a file by its ending', () => {
  const file = (name: string) => typeOf(fileEntry({ name, path: name } as never));
  expect(['run.csv', 'reads.fastq.gz', 'LICENSE', '.env', 'a.'].map(file)).toEqual([
    'CSV',
    'GZ',
    'File',
    'File',
    'File',
  ]);
});
