import { expect, it } from 'vitest';
import { compare } from './compare.ts';

const run = (former: string, later: string) =>
  compare(new Blob([later]), { format: 'table', former: new Blob([former]) });

const rows = ['time,value,note', 'a,1,x', 'b,2,y', 'c,3,z', ''].join('\n');

it.each([
  ['comments', '# of Monday\n', '# of Friday\n'],
  ['a title', 'Run of Monday\n', 'Run of Friday\n'],
  ['settings and an empty line', 'Device,A\nDay,Monday\n\n', 'Device,A\nDay,Friday\n\n'],
  ['a byte order mark and comments', '\uFEFF# of Monday\n', '\uFEFF# of Friday\n'],
  ['comments with signs of several bytes', '# µ of Monday\n', '# µ of Friday\n'],
])('counts no rows before a table: %s', async (_, former, later) => {
  const same = await run(former + rows, later + rows);
  expect([same.summary, same.notes]).toEqual(['1 place before the table', ['All rows and cells are equal.']]);
  const both = await run(former + rows, later + rows.replace('b,2', 'b,4'));
  expect(both.summary).toBe('1 place before the table, 1 cell in row 2');
  expect(both.changes.map(({ place }) => place)).toEqual([
    expect.stringMatching(/^Lines? \d.*, before the table$/),
    'Row 2, time = b',
  ]);
  expect((await run(former + rows, former + rows)).summary).toBe('No change');
});

it('finds the rows of a version that has more lines before its table', async () => {
  const { summary } = await run(`# one\n${rows}`, `# one\n# two\n${rows.replace('c,3', 'c,5')}`);
  expect(summary).toBe('1 place before the table, 1 cell in row 3');
  expect((await run(rows, `sep=,\n${rows}`)).summary).toBe('1 place before the table');
});

it('names the columns by the last comment before rows without names', async () => {
  const { changes } = await run('# time,value\n1,2\n2,4\n3,6\n', '# time,value\n1,2\n2,5\n3,6\n');
  expect(changes.map(({ place }) => place)).toEqual(['Row 2, # time = 2']);
});

it('names the columns of a table of R, which has no name for those of its rows', async () => {
  const { changes, notes } = await run('x,y\na,1,2\nb,3,4\nc,5,6\n', 'x,y\na,1,2\nb,3,7\nc,5,6\n');
  const lines = changes.flatMap((change) => change.lines.map(({ pieces }) => pieces[0]?.text));
  expect(lines).toEqual(['y: 4', 'y: 7']);
  expect(notes).toEqual(['Rows are matched by the column “Column 1”.']);
});
