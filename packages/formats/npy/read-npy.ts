import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable, columnsFirst } from '../arrays/array-table.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { readZip, unpackEntry, unpackStart, type ZipEntry } from '../zip/read-zip.ts';
import { type NpyType, npyType } from './npy-type.ts';

const MAGIC = '\u201cNUMPY';
const MAX_HEADER_BYTES = 64 * 1024;
const MAX_FIELDS = 100;
const MAX_ARRAYS = 200;
const MAX_ARRAY_BYTES = 200_000_000;

const damaged = (why: string) => new UnreadableFileError(`The NumPy file is damaged: ${why}.`);

/**
 * Lists the arrays of a NumPy file: one (`.npy`), or those of a ZIP (`.npz`), and reads the first values of one of them: of the only one,
 * or of the one that is asked for. Nothing that Python would run is read.
 */
export async function readNpy(body: Blob, { dataset }: { dataset: string | null }): Promise<ArrayFile> {
  const start = new Uint8Array(await body.slice(0, 2).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) return readNpz(body, dataset);
  const array = await readHeader(body);
  return {
    nodes: [nodeOf('/', 'Array', array)],
    isCut: false,
    values: { path: '/', ...(await valuesOf(body, array)) },
  };
}

async function readNpz(body: Blob, wanted: string | null): Promise<ArrayFile> {
  const { count, entries } = await readZip(body, MAX_ARRAYS);
  const nodes: ArrayNode[] = [];
  let values: ArrayValues | null = null;
  for (const entry of entries) {
    const name = entry.name.replace(/\.npy$/, '');
    try {
      const { content } = await unpackStart(body, entry, MAX_HEADER_BYTES);
      const array = await readHeader(content);
      nodes.push(nodeOf(name, name, array));
      if (name === wanted) values = { path: name, ...(await valuesInZip(body, entry, array)) };
    } catch (error) {
      if (!(error instanceof UnreadableFileError)) throw error;
      nodes.push({
        path: name,
        name,
        depth: 0,
        kind: 'unreadable',
        shape: [],
        type: null,
        note: error.message,
        attributes: [],
      });
    }
  }
  if (nodes.length === 0) throw new UnreadableFileError('The file has no arrays.');
  return { nodes, isCut: count > entries.length, values };
}

async function valuesInZip(body: Blob, entry: ZipEntry, array: Npy): Promise<Omit<ArrayValues, 'path'>> {
  try {
    return await valuesOf(await unpackEntry(body, entry, MAX_ARRAY_BYTES), array);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    return { header: [], rows: [], note: error.message };
  }
}

interface Npy {
  shape: number[];
  isFortran: boolean;
  /** One, or those of the named fields of each item. */
  fields: { name: string | null; type: NpyType; at: number }[];
  itemBytes: number;
  dataAt: number;
}

function nodeOf(path: string, name: string, { shape, fields, isFortran }: Npy): ArrayNode {
  const types = fields.map((field) =>
    field.name === null ? field.type.name : `${field.name}: ${field.type.name}`,
  );
  const note = isFortran && shape.length > 1 ? 'columns stored one after another' : null;
  return { path, name, depth: 0, kind: 'dataset', shape, type: types.join(', '), note, attributes: [] };
}

/** The header is a dictionary in the notation of Python (NumPy Enhancement Proposal 1). Its parts are looked for, and it is not run. */
async function readHeader(body: Blob): Promise<Npy> {
  const start = await body.slice(0, 12).arrayBuffer();
  // TextDecoder reads latin1 as Windows-1252.
  if (new TextDecoder('latin1').decode(start.slice(0, 6)) !== MAGIC || start.byteLength < 12)
    throw new UnreadableFileError('This is not a NumPy array.');
  const view = new DataView(start);
  const isFirst = view.getUint8(6) === 1;
  const length = isFirst ? view.getUint16(8, true) : view.getUint32(8, true);
  const headerAt = isFirst ? 10 : 12;
  if (length > MAX_HEADER_BYTES - headerAt)
    throw new UnreadableFileError('Its header is too long for a preview.');
  const header = await body.slice(headerAt, headerAt + length).text();
  const [, isFortran] = /'fortran_order':\s*(True|False)/.exec(header) ?? [];
  const [, lengths] = /'shape':\s*\(([\d, L]{0,400})\)/.exec(header) ?? [];
  if (!isFortran || lengths === undefined) throw damaged('its header names no shape');
  const shape = (lengths.match(/\d+/g) ?? []).map(Number);
  if (shape.length > 64 || shape.some((axis) => !Number.isSafeInteger(axis)))
    throw damaged('its shape is impossible');
  return { shape, isFortran: isFortran === 'True', ...fieldsOf(header), dataAt: headerAt + length };
}

const FIELD = /\('([^'\\]{0,200})', '([^']{1,100})'\)/g;

function fieldsOf(header: string): Pick<Npy, 'fields' | 'itemBytes'> {
  const [, only] = /'descr':\s*'([^']{1,100})'/.exec(header) ?? [];
  if (only !== undefined) {
    const type = npyType(only);
    return { fields: [{ name: null, type, at: 0 }], itemBytes: type.bytes };
  }
  const opening = /'descr':\s*\[/.exec(header);
  const after = opening ? header.slice(opening.index + opening[0].length) : '';
  const [, list = ''] = /^(.*?)\](?=,\s*'|\s*\})/s.exec(after) ?? [];
  const found = [...list.matchAll(FIELD)];
  // What remains besides the fields and commas would be fields of fields, or lists.
  if (found.length === 0 || found.length > MAX_FIELDS || list.replace(FIELD, '').replace(/[,\s]/g, '') !== '')
    throw new UnreadableFileError('Its values have a type that the preview cannot read.');
  let itemBytes = 0;
  const fields = found.map(([, name = '', written = '']) => {
    // Padding has a type without a name.
    const type = written.startsWith('|V') ? padding(written) : npyType(written);
    itemBytes += type.bytes;
    return { name, type, at: itemBytes - type.bytes };
  });
  return { fields: fields.filter(({ name }) => name !== ''), itemBytes };
}

const padding = (written: string): NpyType => ({
  name: 'padding',
  bytes: Number(/\d{1,6}$/.exec(written)?.[0] ?? 0),
  textAt: () => '',
});

async function valuesOf(body: Blob, array: Npy): Promise<Omit<ArrayValues, 'path'>> {
  const { shape, fields, itemBytes, dataAt } = array;
  const count = shape.reduce((product, axis) => product * axis, 1);
  if (count === 0) return { header: [], rows: [], note: 'The array is empty.' };
  if (dataAt + count * itemBytes > body.size) {
    const present = Math.max(0, Math.floor((body.size - dataAt) / itemBytes));
    throw damaged(`it claims ${count.toLocaleString('en')} values and has ${present.toLocaleString('en')}`);
  }
  const view = new DataView(await body.slice(dataAt, dataAt + count * itemBytes).arrayBuffer());
  const [only] = fields;
  if (only?.name === null)
    return arrayTable(shape, (index) =>
      only.type.textAt(view, (array.isFortran ? columnsFirst(index, shape) : index) * itemBytes),
    );
  if (shape.length > 1)
    return { header: [], rows: [], note: 'Tables of records with several axes are not shown.' };
  const table = arrayTable([shape[0] ?? 1, fields.length], (index) => {
    const field = fields[index % fields.length];
    return field ? field.type.textAt(view, Math.floor(index / fields.length) * itemBytes + field.at) : '';
  });
  return { ...table, header: ['Row', ...fields.map(({ name }) => name ?? '')] };
}
