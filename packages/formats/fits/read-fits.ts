import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { cut } from '../source/cut.ts';
import { float32Text } from '../source/float32-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { type FitsHeader, fitsHeader } from './fits-header.ts';
import { fitsTable } from './fits-table.ts';

type Shown = Omit<ArrayValues, 'path'>;

const BLOCK = 2_880;
const MAX_UNITS = 500;
const MAX_CARDS = 50;
const MAX_ITEMS = 2_000_000;

/** Lists the images and tables of a FITS file, and reads the values of one of them: of the one that is asked for, or of the only one. */
export async function readFits(body: Blob, { dataset }: { dataset: string | null }): Promise<ArrayFile> {
  const bytes = new Uint8Array(await body.arrayBuffer());
  if (!new TextDecoder('latin1').decode(bytes.subarray(0, 30)).startsWith('SIMPLE  ='))
    throw new UnreadableFileError('This is not a FITS file.');
  const units = unitsOf(bytes);
  const nodes = units.map((unit, index) => nodeOf(unit, index));
  const withData = nodes.filter(({ kind }) => kind === 'dataset');
  const wanted = dataset ?? (withData.length === 1 ? (withData[0]?.path ?? null) : null);
  const unit = units.find((_, index) => nodes[index]?.path === wanted && nodes[index]?.kind === 'dataset');
  const values =
    unit && wanted !== null ? { path: wanted, ...valuesOf(unit, new DataView(bytes.buffer)) } : null;
  return { nodes, isCut: units.length === MAX_UNITS, values };
}

interface Unit {
  header: FitsHeader;
  /** Lengths along the axes; the last one varies fastest. */
  shape: number[];
  kind: 'image' | 'binary table' | 'text table' | 'groups' | 'other';
  dataBytes: number;
  isWhole: boolean;
}

function unitsOf(bytes: Uint8Array): Unit[] {
  const units: Unit[] = [];
  for (let at = 0; at < bytes.length && units.length < MAX_UNITS; ) {
    try {
      const unit = unitAt(bytes, at);
      units.push(unit);
      at = unit.header.end + BLOCK * Math.ceil(unit.dataBytes / BLOCK);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (units.length === 0)
        throw new UnreadableFileError('The FITS file is damaged: its first header cannot be read.');
      // What follows the last unit and is none is of no meaning.
      break;
    }
  }
  return units;
}

const KINDS: Readonly<Record<string, Unit['kind']>> = {
  ...{
    IMAGE: 'image',
    IUEIMAGE: 'image',
    BINTABLE: 'binary table',
    A3DTABLE: 'binary table',
    TABLE: 'text table',
  },
};

function unitAt(bytes: Uint8Array, at: number): Unit {
  const header = fitsHeader(bytes, at);
  const isFirst = at === 0;
  if (!isFirst && header.text('XTENSION') === '') throw new RangeError('No unit');
  const axes = header.number('NAXIS') ?? 0;
  const itemBytes = Math.abs(header.number('BITPIX') ?? 0) / 8;
  if (!(axes >= 0 && axes <= 999) || ![1, 2, 4, 8].includes(itemBytes)) throw new RangeError('No layout');
  const lengths = Array.from({ length: axes }, (_, axis) => header.number(`NAXIS${axis + 1}`) ?? 0);
  if (lengths.some((length) => !(Number.isSafeInteger(length) && length >= 0)))
    throw new RangeError('No size');
  const isGroups = isFirst && lengths[0] === 0 && header.text('GROUPS') === 'T';
  const items = (isGroups ? lengths.slice(1) : lengths).reduce(
    (product, length) => product * length,
    axes === 0 ? 0 : 1,
  );
  const [groups, parameters] = [header.number('GCOUNT') ?? 1, header.number('PCOUNT') ?? 0];
  if (![groups, parameters].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new RangeError('No size');
  const dataBytes = itemBytes * groups * (parameters + items);
  const kind = isGroups ? 'groups' : isFirst ? 'image' : (KINDS[header.text('XTENSION')] ?? 'other');
  return {
    ...{ header, kind, dataBytes, shape: lengths.reverse() },
    isWhole: header.end + dataBytes <= bytes.length,
  };
}

const PIXELS: Readonly<Record<string, string>> = {
  ...{ 8: '8-bit unsigned integer', 16: '16-bit integer', 32: '32-bit integer', 64: '64-bit integer' },
  ...{ '-32': '32-bit float', '-64': '64-bit float' },
};

function nodeOf(unit: Unit, index: number): ArrayNode {
  const { header, shape, kind, isWhole } = unit;
  const name = header.text('EXTNAME') || (index === 0 ? 'Primary' : `Extension ${index}`);
  const more = header.cards.length > MAX_CARDS;
  const attributes: [string, string][] = header.cards.slice(0, MAX_CARDS);
  if (more)
    attributes.push([
      'More cards',
      `${(header.cards.length - MAX_CARDS).toLocaleString('en')} are not shown`,
    ]);
  const node = { path: String(index), name: cut(name), depth: 0, attributes };
  if (shape.length === 0 || kind === 'groups' || kind === 'other') {
    const note = shape.length === 0 ? 'header without data' : 'of a kind that the preview does not read';
    return { ...node, kind: 'group', shape: [], type: null, note };
  }
  const isTable = kind !== 'image';
  const fields = header.number('TFIELDS') ?? 0;
  const notes = [
    isTable ? `${fields.toLocaleString('en')} columns` : null,
    header.text('ZIMAGE') === 'T' ? 'a compressed image, whose pixels the preview does not unpack' : null,
    isWhole ? null : 'the file is cut: data are missing',
  ].filter((note) => note !== null);
  return {
    ...node,
    kind: 'dataset',
    shape: isTable ? shape.slice(0, 1) : shape,
    type: isTable ? kind : (PIXELS[header.text('BITPIX')] ?? null),
    note: notes.join('; ') || null,
  };
}

const without = (note: string): Shown => ({ header: [], rows: [], note });

function valuesOf(unit: Unit, view: DataView): Shown {
  if (!unit.isWhole) return without('The file is cut: data of this part are missing.');
  const count = unit.shape.reduce((product, length) => product * length, 1);
  if (count === 0) return without('It has no values.');
  const { header, kind } = unit;
  const data = new DataView(view.buffer, header.end, unit.dataBytes);
  if (kind !== 'image')
    return fitsTable(header, data, { rowBytes: unit.shape[1] ?? 0, rows: unit.shape[0] ?? 0, kind });
  if (count > MAX_ITEMS * 50)
    return without(`The preview reads images of up to ${(MAX_ITEMS * 50).toLocaleString('en')} pixels.`);
  const { textAt, note } = pixelsOf(header, data);
  const table = arrayTable(unit.shape, textAt);
  return { ...table, note: [note, table.note].filter(Boolean).join(' ') || null };
}

/** Pixels as they are meant: BZERO + BSCALE × what is stored. Exact where nothing is scaled. */
function pixelsOf(
  header: FitsHeader,
  data: DataView,
): { textAt: (index: number) => string; note: string | null } {
  const bits = header.number('BITPIX') ?? 0;
  const [zero, scale, blank] = [
    header.number('BZERO') ?? 0,
    header.number('BSCALE') ?? 1,
    header.number('BLANK'),
  ];
  const isScaled = zero !== 0 || scale !== 1;
  if (bits < 0) {
    const read = (index: number) => (bits === -32 ? data.getFloat32(index * 4) : data.getFloat64(index * 8));
    const write = bits === -32 && !isScaled ? float32Text : String;
    return {
      textAt: (index) => write(isScaled ? zero + scale * read(index) : read(index)),
      note: noteOf(zero, scale),
    };
  }
  const read = (index: number): number | bigint => {
    if (bits === 8) return data.getUint8(index);
    if (bits === 16) return data.getInt16(index * 2);
    return bits === 32 ? data.getInt32(index * 4) : data.getBigInt64(index * 8);
  };
  const textAt = (index: number) => {
    const stored = read(index);
    if (blank !== null && Number(stored) === blank) return 'no value';
    if (!isScaled) return String(stored);
    // Unsigned integers of 64 bits are stored less 2⁶³.
    return scale === 1 && Number.isInteger(zero)
      ? String(BigInt(stored) + BigInt(zero))
      : String(zero + scale * Number(stored));
  };
  return { textAt, note: noteOf(zero, scale) };
}

const noteOf = (zero: number, scale: number) =>
  scale === 1 ? null : `Values are calculated, as the file says: ${zero} + ${scale} × what is stored.`;
