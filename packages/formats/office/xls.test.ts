import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readText } from '../searchable/read-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readXls } from './read-xls.ts';

/** Workbooks that xlwt and LibreOffice wrote, packed with zlib. */
const workbooks: Readonly<Record<string, string>> = {
  xlwt: 'eNrtWE1IVFEU/s7zzTiKOqONgQbyEDI1XUSbNjoVlotQrE0WUT2dl4nOjMxMgW2ybJZB0KpoI9giKPtZ9EM/1C4iMnIRBIEWtWkV9LdQX+eeeTOpTeBACcb7Hve8e8+937vn3XPuz3svJ8unx25Wz2AJWlGAebsI3gU64lSUKQTA9batspm7j5PtYlWhyMeO9Hpwv/R5ofKh8vcMNNzQn7AE3nE6gCF0xqKWsYLYLjaYpGxoIZ1jT8MlTmWoErsqRPaKXCPyurR9IHKraM6KbOG207Qfk6HOxi1OHHdrtVJXxpJwRzhvRLMJlXiq4vjkOUq39WBbvN8cXGUVNXoJxsEubbeiVlyV/biMYmAfo7mjo7mtbRpBdvc4vtoG8CUzrx8brn5l9QTW/1isL/yD3sdOXKo/r+nACOzDpII5hRJ066pGR5uZNFMoxXFvOjI6Y0krMYuDKi4ksT5hRoYGLV7WI2YiYdRH+hoKgLA57AXtwjcMIsrdXTUKQbcKmmHylEuin5VMjVjxPivsB47EjkXDRs+wkbDMeO/RYrVPyLoSWLSulMpsK2EZhl/y5TLnAvxas1c+v+ro6QodEs2I7CXpHWe9ej3YOKUYTC6TGo9INhWNwtgo8rQ8dZ3kq0UGuSXf67oqnczOUWlzRmrruJ/NgqnQhgX5es6nPu2+W5N6H2rg/ET7zIngxOvQGGp5BwwzX12jaKImunhB4V4ocydnbXorsuq3dcqnBRzbbWdb9WNOzUxGuch0SY0OZUuaM1aKTTnYJGw1Hg+5fxL2d1Lr5LNrGjMVT8vB04SnO7y0Tz7yvlCBF1meLv0v5unCU154xOOjO9Z+EEt0qSW0ahW4rTrg9fgXViI6KCtXa3RQzuhQ4ySjilyj6sKFCxcuXLhwsRyQnO3SJ2ndOVd7na8D9V9njtO8+5vkv8UexPhK8jfeDv6oSyKO4bziZy08lHkWLZOT+V+osJd7j2MAPWLHQN7xy6dpWvg+yyYG/t4Uyrf/+Xzs/Mf9/wTpIhsz',
  libreOffice:
    'eNrtV11sVEUUPnN3u3t3W3a3pRUtUq5VlkJbA/JgjWKXdhFJJG0AEQ2Jbsvd2nbpktImaPxZirxJoiHRFxJD0hei8Scm+qCJ7ZsPGo0JCfpUfCP6sBiNIaG9fufcue113SXdYog/PTdnfs7MmTl3zs+c+fab+rkLHzVfoRJ4mAK04EQo5KMpoOl1EkSGpi04juORnVX4V8G8rlmHQeivBsg6D2u9RnS9Cv9N2E95fBNk0W4aQz1OL1A1cAcsxr/ecngWljlvubC6/8r35/jNcTwALPV/jvXs/1FgLbAOuAYYA8bdK4DqgQ3AtcBGYJPYBNE64J3Au4DNwPXAu4Eb9P4bdc3Yiva9ur9pNd7cVoiY0GKohj5b8xWrXHR/BRbxYXBW7OJH4BE6zrbRm8kNWrcLekSGjGIZZmCkO9FSdB7UGH0g1M+l3CnWB0iR1aUt+rCREtnPStkqZYyY/1Ph+UEo2ylJX7L3vPqGdoJalSabRihDh2gSEfEAWmN0AjOb/TPZS9QuRMphjOduabQlWEfT7Gt77DF7PJObEx+apt8cy+evMxbTmV3ovy6PblRJp/8dfRpnV+6c2935xVL6lgr0jgr0rRXokb/QzxnwrwI5XCcKAanrCyGpGwpBqdcWwlI3Fmqc58SOz2ClF4OuzWdfh4sqfLPKBBIdPKvoJ3qGA3Vxv2wTKnJAZk/2Enc/7qDaIrvSFwj7Jp1SCPzmjEqhTFHLtYQb+k1cASZCu/k7ov8NXAAGLa6WAQ44uCxM2hN0L4tBswm4dMBNujb4RnEjT+JPkacOix2FyOyr9bJwAsvduHjtu30D/d3PCr2w9AahTYb7+6cwMhvcKhztUk7J3EZq4Zsn2ZtsTdsjmUOT1gF7fDjb0ZPPj7Ymtz+Q3NWEm8e6yYz+zJBtJftPy6KvSZmEADsErnZv9rXb0D7deXmq83Kxe4uvfQEhKILfUvJNUYfqUB6PVyt6Emub9LKcG9HTRlxq7jPXW+GlPmRQTdG4PsoYaaVqTZhGwmu7AUfFhabK0IwytEAJbV6uf/fCJ91T6PGEV6BIJWMhUeBGkTXuaSflVhFKY9JMi0E1zGAIQ1QYLNFSvCQ/iVIak2bWKTppMkdAOGLCsQE9JRYSlszH5QhTi4KqKfQz9fNg8XHXdIqmtm4+oDgFittkqWCxTeiRYqJMemRQVPiYh9OhR40G+iTk/dAj0CRJIhMXwbwNAENwjSHTv5DyUrJopVxMIdsJRN0cLmEabjxwhx7jnGnf8OB4/kQ+O2HtPjlo56yHHuw8mBmwczlbzrxnOJvtupXcUblWs2JYcHgNo9y6NHfmnV+u9z2fePdNk9o3f/w9H/5L2tN5vEvnlyl9QE/oPPOwzjWP6nzzuDbtq/PESpb2tiX78tvaTdvVyC+ucenrS+fvX5849zbk77j+fppv7xLaEZ3nemE04ZO1Ev2fBH/n+0/+s8SGy/Gw2xQibvsp7D5OozQgcoxWLX8DTtXQAdCp4l01GvbstBf7HoON9UGGkRXtH/C9wZbDwza8d9FP+pAH2ivWH8fTat9/ln6rSTaKLHcS/38M+Sjrfi+sICs6YcoE8tQ8KJWhTe9fU8X53wN8b3H/NHYYFBlsscDq5Olawf/fB5xYff8L/AEPwRrw',
};
const fixture = (name: string) => inflateSync(Buffer.from(workbooks[name] ?? '', 'base64'));
const read = (bytes: Uint8Array, sheet = 0) => readXls(new Blob([new Uint8Array(bytes)]), { sheet });
const textsOf = async (bytes: Uint8Array, sheet = 0) =>
  (await read(bytes, sheet)).rows.map(({ cells }) => cells.map(({ text }) => text));

it('reads cells as Excel shows them, and which sheets are hidden', async () => {
  const workbook = await read(fixture('xlwt'));
  expect(workbook).toMatchObject({
    sheets: [
      { name: 'Data', isHidden: false },
      { name: 'Notes', isHidden: true },
    ],
    rowCount: 4,
    width: 3,
  });
  expect(await textsOf(fixture('xlwt'))).toEqual([
    ['sample', 'mass (mg)', 'day'],
    ['Köln €', '1.25', '2020-02-29'],
    ['β-actin', '-7', '2020-03-01'],
    ['merged'],
  ]);
  expect(workbook.rows[3]).toMatchObject({ number: 5, cells: [{ span: { columns: 2, rows: 1 } }] });
  expect(workbook.rows[1]?.cells.map(({ isNumber }) => isNumber)).toEqual([false, true, true]);
  expect(await textsOf(fixture('xlwt'), 1)).toEqual([['found by search']]);
});

it('reads the saved results of formulas', async () => {
  expect(await read(fixture('libreOffice'))).toMatchObject({ hasFormulas: true });
  expect(await textsOf(fixture('libreOffice'))).toEqual([
    ['a', 'b'],
    ['1', '2'],
    ['2', '0'],
    ['3', '#DIV/0!'],
  ]);
});

it('finds the words of the sheets that are shown', async () => {
  const text = await readText(new Blob([new Uint8Array(fixture('xlwt'))]), { format: 'xls' });
  expect(text).toContain('β-actin');
  expect(text).not.toContain('found by search');
});

/** A workbook whose beginning says that it is locked: a record of that kind in the place of another one. */
function locked(): Uint8Array {
  const bytes = Buffer.from(fixture('xlwt'));
  const at = bytes.indexOf(Buffer.from([0x42, 0, 2, 0]));
  bytes[at] = 0x2f;
  return bytes;
}

it.each([
  ['nothing', new Uint8Array(0), 'not an Excel workbook'],
  ['a table in text', Buffer.from('a\tb\n1\t2\n'), 'rename it to .csv or .html'],
  ['HTML', Buffer.from('<html><table>'.repeat(100)), 'rename it to .csv or .html'],
  ['a compound file without workbook', fixture('xlwt').subarray(0, 1_024), 'workbook'],
  ['a workbook with a password', locked(), 'protected with a password'],
])('says what is wrong: %s', async (_, bytes, message) => {
  const error = await read(bytes).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableFileError);
  expect(String(error)).toContain(message);
});

it.each(['xlwt', 'libreOffice'])('survives every cut and changed bytes: %s', async (name) => {
  const whole = fixture(name);
  const broken: Uint8Array[] = [];
  for (let at = 0; at < whole.length; at += 64) {
    broken.push(whole.subarray(0, at));
    const changed = Buffer.from(whole);
    changed.fill(0xff, at, at + 4);
    broken.push(changed);
    const zeroed = Buffer.from(whole);
    zeroed.fill(0, at, at + 4);
    broken.push(zeroed);
  }
  for (const bytes of broken) {
    const result = await read(bytes).catch((error: unknown) => error);
    if (result instanceof Error) expect(result).toBeInstanceOf(UnreadableFileError);
  }
});

it('ends at a chain of sectors that leads back to itself', async () => {
  const bytes = Buffer.from(fixture('xlwt'));
  // The table of sectors is in the sector that the header names first.
  const table = (bytes.readUInt32LE(76) + 1) * 512;
  for (let at = table; at < table + 512; at += 4) bytes.writeUInt32LE(0, at);
  await expect(read(bytes)).rejects.toThrow('damaged');
});
