/// <reference path="./jsfive.d.ts" />
import { unzlibSync } from 'fflate';
import { Dataset, File, Filters, type Group } from 'jsfive';
import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { float32Text } from '../source/float32-text.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { hdf5Part } from './hdf5-part.ts';

export const MAX_NODES = 1_000;
const MAX_DEPTH = 32;
const MAX_ATTRIBUTES = 50;
const MAX_TEXT = 300;
const MAX_ITEMS = 2_000_000;
const MAX_CHUNK_BYTES = 64 * 1024 * 1024;
/** Attributes of NetCDF-4 that list places of other objects, which mean nothing to a reader. */
const REFERENCES = new Set(['DIMENSION_LIST', 'REFERENCE_LIST']);

/** Lists groups, datasets and attributes, and reads the values of one dataset if asked. */
export async function readHdf5(body: Blob, { dataset }: { dataset: string | null }): Promise<ArrayFile> {
  const root = openRoot(await (await hdf5Part(body)).arrayBuffer());
  const tree = new Tree();
  tree.add(root, '/', '/', 0);
  return { nodes: tree.nodes, isCut: tree.isCut, values: dataset === null ? null : valuesOf(root, dataset) };
}

function openRoot(bytes: ArrayBuffer): Group {
  try {
    return new File(bytes, '');
  } catch {
    throw new UnreadableFileError('The HDF5 file is damaged or of a version that the preview cannot read.');
  }
}

/** The objects of a file. A file may link a group into itself, so each object is listed once. */
class Tree {
  readonly nodes: ArrayNode[] = [];
  isCut = false;
  readonly #seen = new Set<number>();

  add(object: Group | Dataset, path: string, name: string, depth: number): void {
    const { offset } = object._dataobjects;
    const node = (kind: ArrayNode['kind'], note: string | null = null) =>
      this.#push({ path, name, depth, kind, shape: [], type: null, note, attributes: [] });
    if (this.#seen.has(offset)) {
      node('link', 'the same object as another one in this list');
      return;
    }
    this.#seen.add(offset);
    if (object instanceof Dataset) {
      this.#push({ ...describe(object), path, name, depth, kind: 'dataset' });
      return;
    }
    this.#push({
      path,
      name,
      depth,
      kind: 'group',
      shape: [],
      type: null,
      note: null,
      attributes: attributesOf(object),
    });
    if (depth >= MAX_DEPTH) {
      this.isCut ||= object.keys.length > 0;
      return;
    }
    for (const key of object.keys) {
      if (this.nodes.length >= MAX_NODES) {
        this.isCut = true;
        return;
      }
      this.#addChild(object, key, `${path === '/' ? '' : path}/${key}`, depth + 1);
    }
  }

  #addChild(group: Group, key: string, path: string, depth: number): void {
    const shared = { path, name: key.slice(0, MAX_TEXT), depth, shape: [], type: null, attributes: [] };
    const target = group._links[key];
    if (typeof target === 'string') {
      this.#push({ ...shared, kind: 'link', note: `link to ${target.slice(0, MAX_TEXT)}` });
      return;
    }
    try {
      const child = group.get(key);
      if (child) this.add(child, path, shared.name, depth);
      else this.#push({ ...shared, kind: 'link', note: 'leads to no object' });
    } catch {
      this.#push({ ...shared, kind: 'unreadable', note: 'cannot be read' });
    }
  }

  #push(node: ArrayNode): void {
    if (this.nodes.length < MAX_NODES) this.nodes.push(node);
    else this.isCut = true;
  }
}

function describe(dataset: Dataset): Pick<ArrayNode, 'shape' | 'type' | 'note' | 'attributes'> {
  const attributes = attributesOf(dataset);
  try {
    return { shape: [...dataset.shape].slice(0, 32), type: typeText(dataset.dtype), note: null, attributes };
  } catch {
    return { shape: [], type: null, note: 'of a type that the preview cannot read', attributes };
  }
}

function attributesOf(object: Group | Dataset): [string, string][] {
  try {
    return Object.entries(object.attrs)
      .slice(0, MAX_ATTRIBUTES)
      .map(([name, value]) => [
        name.slice(0, MAX_TEXT),
        REFERENCES.has(name) ? 'refers to other objects' : textOf(value),
      ]);
  } catch {
    return [];
  }
}

const TYPES: Readonly<Record<string, string>> = {
  f: 'float',
  i: 'integer',
  u: 'unsigned integer',
  S: 'text',
};

/** `<f8` is a floating-point number of 64 bits. */
function typeText(dtype: Dataset['dtype']): string {
  if (typeof dtype !== 'string')
    return String(dtype[0]).toLowerCase().replaceAll('_', ' ').replace('vlen', 'variable-length');
  const [, kind = '', bytes = ''] = /^[<>=|]?([a-zA-Z])(\d*)$/.exec(dtype) ?? [];
  const name = TYPES[kind];
  if (!name) return dtype.slice(0, MAX_TEXT);
  return kind === 'S' ? `text of ${bytes} bytes` : `${Number(bytes) * 8}-bit ${name}`;
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) {
    const shown = value.slice(0, 20).map(textOf).join(', ');
    return (value.length > 20 ? `${shown}, …` : shown).slice(0, MAX_TEXT);
  }
  // Texts of a fixed length end with zeros.
  if (typeof value === 'string') return value.slice(0, MAX_TEXT).replace(/(?<!\0)\0+$/, '');
  // jsfive reads integers of 64 bits as numbers of JavaScript.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return `about ${value}`;
  return value === null || value === undefined ? '' : String(value).slice(0, MAX_TEXT);
}

/** How the values of a dataset are written. */
function writerOf(dtype: Dataset['dtype']): (value: unknown) => string {
  if (!/^[<>=|]?f/.test(String(dtype))) return textOf;
  const isShort = /f4$/.test(String(dtype));
  return (value) =>
    typeof value !== 'number' ? textOf(value) : isShort ? float32Text(value) : String(value);
}

function valuesOf(root: Group, path: string): ArrayValues {
  const without = (note: string): ArrayValues => ({ path, header: [], rows: [], note });
  try {
    const dataset = root.get(path);
    if (!(dataset instanceof Dataset)) return without('The dataset was not found.');
    const shape = [...dataset.shape];
    const items = shape.reduce((product, length) => product * length, 1);
    if (items === 0) return without('The dataset is empty.');
    if (!(items <= MAX_ITEMS)) {
      return without(
        `The preview reads up to ${MAX_ITEMS.toLocaleString('en')} values of a dataset. Download the file to see them.`,
      );
    }
    limitChunks(dataset);
    const values = dataset.value;
    // The places of values that were never written are missing in the list.
    if (Array.isArray(values) && !(0 in values)) return without('No values are stored.');
    if (!Array.isArray(values) || values.length < items)
      return without('The values are stored in a way that the preview cannot read.');
    const write = writerOf(dataset.dtype);
    return { path, ...arrayTable(shape, (index) => write(values[index])) };
  } catch (error) {
    if (error instanceof UnreadableFileError) return without(error.message);
    return without('The values are stored in a way that the preview cannot read.');
  }
}

const DEFLATE = 1;
const ITEM_BYTES = 16;

/** Makes jsfive unpack no more bytes of a chunk than the chunk has values. */
function limitChunks(dataset: Dataset): void {
  const { chunks } = dataset._dataobjects;
  const [, bytes] = typeof dataset.dtype === 'string' ? (/(?<!\d)(\d+)$/.exec(dataset.dtype) ?? []) : [];
  const chunkBytes = (chunks ?? []).reduce(
    (product, length) => product * length,
    Number(bytes ?? ITEM_BYTES),
  );
  if (chunkBytes > MAX_CHUNK_BYTES)
    throw new UnreadableFileError('The chunks of the dataset are too large for a preview.');
  // 4 bytes more: a checksum may stand at the end.
  Filters.set(
    DEFLATE,
    (packed) => unzlibSync(new Uint8Array(packed), { out: new Uint8Array(chunkBytes + 4) }).slice().buffer,
  );
}
