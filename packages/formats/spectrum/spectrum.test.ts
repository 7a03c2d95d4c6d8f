import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readOrdinates } from './asdf.ts';
import { readSpectrum } from './read-spectrum.ts';

const read = (text: string) => readSpectrum(new Blob([text]));
const block = (table: string, more = '') =>
  `##TITLE=Ethanol $$ a comment\n##JCAMP-DX=4.24\n##DATA TYPE=INFRARED SPECTRUM\n##XUNITS=1/CM\n##YUNITS=ABSORBANCE\n${more}${table}\n##END=\n`;
const tenPoints = '##FIRSTX=400\n##LASTX=409\n##NPOINTS=10\n##YFACTOR=0.5\n';

// The example of the standard (JCAMP-DX 4.24, table 5).
it.each([
  ['free', '0 1 2 3 3 2 1 0 -1 -2 -3'],
  ['packed', '0+1+2+3+3+2+1+0-1-2-3'],
  ['squeezed', '0ABCCBA@abc'],
  ['differences', '0AJJ%jjjjjj'],
  ['differences and repeats', '0AJJ%jX'],
])('reads ordinates that are written in any form: %s', (_, line) => {
  expect([...readOrdinates([line], 100)]).toEqual([1, 2, 3, 3, 2, 1, 0, -1, -2, -3]);
});

it('leaves out the ordinate that a line repeats as a check, and only that one', () => {
  expect([...readOrdinates(['0A1J2J3', '3C6J1'], 100)]).toEqual([11, 23, 36, 47]);
  expect([...readOrdinates(['0A1B2', '2C6J1'], 100)]).toEqual([11, 22, 36, 47]);
  expect([...readOrdinates(['0B5S', '0A1T', '1D'], 100)]).toEqual([25, 11, 11, 4]);
});

it('tells an exponent from a digit', () => {
  expect([...readOrdinates(['1.5E+02 2.5E-01 3E5'], 100)]).toEqual([0.25, 3, 55]);
});

it('reads a curve with its units, from the first to the last abscissa', async () => {
  const { spectra, version } = await read(block(`${tenPoints}##XYDATA=(X++(Y..Y))\n400A1JJ%jX\n`));
  expect(version).toBe('4.24');
  expect(spectra[0]).toMatchObject({
    title: 'Ethanol',
    dataType: 'INFRARED SPECTRUM',
    xUnits: '1/CM',
    yUnits: 'ABSORBANCE',
    isPeaks: false,
    claimed: 10,
  });
  expect([...(spectra[0]?.x ?? [])]).toEqual([400, 401, 402, 403, 404, 405, 406, 407, 408, 409]);
  expect([...(spectra[0]?.y ?? [])].slice(0, 4)).toEqual([5.5, 6, 6.5, 6.5]);
});

it('keeps what was not measured apart', async () => {
  const { spectra } = await read(block(`${tenPoints}##XYDATA=(X++(Y..Y))\n400 1 ? 3`));
  expect([...(spectra[0]?.y ?? [])]).toEqual([0.5, Number.NaN, 1.5]);
});

it.each([
  ['points', '##XYPOINTS=(XY..XY)\n1,2;3,4\n5 6', false],
  ['peaks', '##PEAK TABLE=(XY..XY)\n1,2 3,4\n5,6', true],
  ['peaks with widths', '##PEAK TABLE=(XYW..XYW)\n1,2,9 3,4,9\n5,6,9', true],
  ['assignments', '##PEAK ASSIGNMENTS=(XYA)\n(1,2,<C7 at 3>)\n(3, 4, <b>)\n(5,6,<c>)', true],
])('reads pairs: %s', async (_, table, isPeaks) => {
  const [spectrum] = (await read(block(table))).spectra;
  expect(spectrum).toMatchObject({ isPeaks });
  expect([[...(spectrum?.x ?? [])], [...(spectrum?.y ?? [])]]).toEqual([
    [1, 3, 5],
    [2, 4, 6],
  ]);
});

it('reads the pages of a spectrum with a real and an imaginary part', async () => {
  const { spectra, count } = await read(
    block(`##NTUPLES=NMR SPECTRUM
##VAR_NAME=FREQUENCY, SPECTRUM/REAL, SPECTRUM/IMAG, PAGE NUMBER
##SYMBOL=X, R, I, N
##VAR_DIM=3, 3, 3, 2
##UNITS=HZ, ARBITRARY UNITS, ARBITRARY UNITS,
##FACTOR=1, 10, 100, 1
##FIRST=0, 1, 4, 1
##LAST=2, 3, 6, 2
##PAGE=N=1
##DATA TABLE=(X++(R..R)), XYDATA
0ABC
##PAGE=N=2
##DATA TABLE=(X++(I..I)), XYDATA
0DEF
##END NTUPLES=NMR SPECTRUM`),
  );
  expect(count).toBe(2);
  expect(spectra.map(({ page, y, xUnits }) => [page, [...y], xUnits])).toEqual([
    ['N=1, SPECTRUM/REAL', [10, 20, 30], 'HZ'],
    ['N=2, SPECTRUM/IMAG', [400, 500, 600], 'HZ'],
  ]);
  expect([...(spectra[0]?.x ?? [])]).toEqual([0, 1, 2]);
});

it.each([
  ['nothing', '', 'not a JCAMP-DX file'],
  ['a text', 'object 1 class array\n', 'not a JCAMP-DX file'],
  ['only a head', block(''), 'no spectrum that can be drawn'],
])('says what is wrong: %s', async (_, text, message) => {
  const error = await read(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnreadableFileError);
  expect(String(error)).toContain(message);
});

// A million points.
if (!isQuick)
  it('reads a bounded number of points and spectra', async () => {
    const bomb = await read(block(`##XYDATA=(X++(Y..Y))\n0AS999999999\n`));
    expect(bomb.spectra[0]?.y).toHaveLength(1_000_000);
    const many = await read(block('##XYPOINTS=(XY..XY)\n1,2\n').repeat(80));
    expect([many.count, many.spectra.length]).toEqual([80, 50]);
  });
