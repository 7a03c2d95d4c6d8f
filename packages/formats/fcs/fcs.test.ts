import { encodeFcs } from '@labroom/example-labs/encoders/fcs.ts';
import { isQuick } from '@labroom/testing/depth.ts';
import { expect, it } from 'vitest';
import { MAX_EVENTS, readFcs } from './read-fcs.ts';

const events = (count: number) => Array.from({ length: count }, (_, index) => [index, index * 10 - 50]);
const fileOf = (count: number, keywords: Record<string, string> = {}) =>
  encodeFcs({
    parameters: ['FSC-A', 'FITC-A'],
    events: events(count),
    keywords: { $CYT: 'Cytometer', ...keywords },
  });
const read = (...parts: BlobPart[]) => readFcs(new Blob(parts));

/** A file of integers, big-endian as older instruments wrote them. */
function integers(extra: string): string {
  const data = '\u0001\u0002\u00ff\u0003\u0000\u0010';
  const text = (from: number) =>
    `/$DATATYPE/I/$MODE/L/$BYTEORD/4,3,2,1/$PAR/2/$TOT/2/$BEGINDATA/${String(from).padStart(4, '0')}/$P1B/16/$P1R/1024/$P1N/FL1//2/$P2B/8/$P2R/256/$P2N/SSC${extra}/`;
  const from = 58 + text(0).length;
  const place = (value: number) => String(value).padStart(8);
  return `FCS2.0    ${[58, from - 1, from, from + data.length - 1, 0, 0].map(place).join('')}${text(from)}${data}`;
}
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it('reads parameters and events', async () => {
  const file = await read(fileOf(4, { $P2S: 'CD4' }));
  expect(file).toMatchObject({ version: 'FCS3.1', eventCount: 4, cytometer: 'Cytometer', stride: 1 });
  expect(file.parameters.map(({ name, label, values }) => [name, label, [...values]])).toEqual([
    ['FSC-A', null, [0, 1, 2, 3]],
    ['FITC-A', 'CD4', [-50, -40, -30, -20]],
  ]);
});

it.each([
  ['4,3,2,1', 0x010203],
  ['1,2,3,4', 0x030201],
])('reads integers of 24 bits in the byte order %s', async (order, value) => {
  const text = (from: number) =>
    `/$DATATYPE/I/$MODE/L/$BYTEORD/${order}/$PAR/1/$TOT/1/$BEGINDATA/${String(from).padStart(4, '0')}/$P1B/24/$P1R/16777216/$P1N/FL1/`;
  const from = 58 + text(0).length;
  const places = [58, from - 1, from, from + 2, 0, 0].map((place) => String(place).padStart(8)).join('');
  const { parameters } = await read(latin1(`FCS3.1    ${places}${text(from)}\u0001\u0002\u0003`));
  expect([...(parameters[0]?.values ?? [])]).toEqual([value]);
});

it('reads integers within their range, and a doubled delimiter', async () => {
  const { parameters } = await read(latin1(integers('')));
  expect(parameters.map(({ name, values }) => [name, [...values]])).toEqual([
    ['FL1/2', [0x102, 0x300]],
    ['SSC', [255, 16]],
  ]);
});

// Some hundred thousand events.
if (!isQuick)
  it('reads equally spaced events of a large file', async () => {
    const file = await read(fileOf(2 * MAX_EVENTS + 1));
    expect([file.eventCount, file.stride]).toEqual([200_001, 3]);
    expect([...(file.parameters[0]?.values.slice(0, 3) ?? [])]).toEqual([0, 3, 6]);
    expect(file.parameters[0]?.values.at(-1)).toBe(199_998);
  });

it('reads a file without events', async () => {
  const { eventCount, parameters } = await read(fileOf(0));
  expect([eventCount, parameters.length, parameters[0]?.values.length]).toEqual([0, 2, 0]);
});

const changed = (from: string, to: string) =>
  latin1(Buffer.from(fileOf(3)).toString('latin1').replace(from, to));
it.each([
  ['empty', new Uint8Array(0), 'This is not an FCS file.'],
  ['another format', latin1('PK\u0003\u0004'), 'This is not an FCS file.'],
  ['truncated', fileOf(500).slice(0, 1_000), 'it claims 500 events and has'],
  [
    'absurd number of events',
    changed('|$TOT|3|', '|$TOT|9007199254740991|'),
    'it claims 9,007,199,254,740,991 events and has',
  ],
  [
    'absurd number of parameters',
    changed('|$PAR|2|', '|$PAR|4000000000|'),
    'it claims 4,000,000,000 parameters',
  ],
  ['negative number of events', changed('|$TOT|3|', '|$TOT|-3|'), '$TOT has no valid number'],
  ['histograms', changed('|$MODE|L|', '|$MODE|C|'), 'histograms instead of events'],
  ['text', changed('|$DATATYPE|F|', '|$DATATYPE|A|'), 'stored as text'],
])('says what is wrong with a file: %s', async (_, bytes, message) => {
  await expect(read(bytes)).rejects.toThrow(message);
});

it('rejects keywords outside the file', async () => {
  const bytes = fileOf(3);
  bytes.set(latin1('99999999'), 18);
  await expect(read(bytes)).rejects.toThrow('its keywords lie outside the file');
});
