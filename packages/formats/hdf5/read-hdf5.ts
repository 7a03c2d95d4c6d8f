/// <reference path="./jsfive.d.ts" />
import { unzlibSync } from 'fflate';
import { Dataset, File, Filters, type Group } from 'jsfive';
import type { ArrayFile, ArrayNode, ArrayValues } from '../arrays/array-file.ts';
import { arrayTable } from '../arrays/array-table.ts';
import { isMatlab, readMatlab } from '../matlab/read-matlab.ts';
import { isNetcdf, readNetcdf } from '../netcdf/read-netcdf.ts';
import { cut } from '../source/cut.ts';
import { UnreadableFileError } from '../source/unreadable-file-error.ts';
import { Hdf5Object } from './hdf5-object.ts';
import { hdf5Part } from './hdf5-part.ts';
import type { Hdf5Type } from './hdf5-type.ts';

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
  const other = await otherFormat(body);
  if (other !== null) return other(body, dataset);
  const root = openRoot(await (await hdf5Part(body)).arrayBuffer());
  const tree = new Tree();
  tree.add(root, '/', '/', 0);
  return { nodes: tree.nodes, isCut: tree.isCut, values: dataset === null ? null : valuesOf(root, dataset) };
}

/** The reader of a file that has an extension of HDF5 and is of an older format. */
async function otherFormat(body: Blob) {
  const start = new Uint8Array(await body.slice(0, 128).arrayBuffer());
  if (isNetcdf(start)) return readNetcdf;
  return isMatlab(start) ? readMatlab : null;
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
  const object = new Hdf5Object(dataset._dataobjects);
  const unread = (shape: number[]) => ({
    ...{ shape, type: null, attributes },
    note: 'of a type that the preview cannot read',
  });
  try {
    const { shape } = object;
    if (shape === null) return { shape: [], type: null, note: 'without a value', attributes };
    try {
      return { shape, type: cut(object.type.name), note: null, attributes };
    } catch {
      return unread(shape);
    }
  } catch {
    return { shape: [], type: null, note: 'damaged: its shape cannot be read', attributes };
  }
}

function attributesOf(object: Group | Dataset): [string, string][] {
  try {
    const { read, hasMore } = new Hdf5Object(object._dataobjects).attributes;
    const shown = read
      .slice(0, MAX_ATTRIBUTES)
      .map(([name, value]): [string, string] => [
        cut(name),
        REFERENCES.has(name) ? 'refers to other objects' : cut(value),
      ]);
    if (hasMore || read.length > shown.length)
      shown.push(['More attributes', 'the preview does not read them']);
    return shown;
  } catch {
    return [['Attributes', 'cannot be read']];
  }
}

function valuesOf(root: Group, path: string): ArrayValues {
  const without = (note: string): ArrayValues => ({ path, header: [], rows: [], note });
  try {
    const dataset = root.get(path);
    if (!(dataset instanceof Dataset)) return without('The dataset was not found.');
    const object = new Hdf5Object(dataset._dataobjects);
    const { shape, type } = object;
    if (shape === null) return without('The dataset has no value.');
    const items = shape.reduce((product, length) => product * length, 1);
    if (items === 0) return without('The dataset is empty.');
    if (!(items <= MAX_ITEMS)) {
      return without(
        `The preview reads up to ${MAX_ITEMS.toLocaleString('en')} values of a dataset. Download the file to see them.`,
      );
    }
    limitChunks(dataset, type);
    const textAt = textsOf(object, items, type);
    if (textAt === null) return without('No values are stored.');
    const { fields } = type;
    if (!fields || shape.length !== 1) return { path, ...arrayTable(shape, (index) => cut(textAt(index))) };
    const table = arrayTable([items, fields.length], (index) =>
      cut(textAt(Math.floor(index / fields.length), fields[index % fields.length])),
    );
    return {
      path,
      ...table,
      header: ['Row', ...fields.slice(0, table.header.length - 1).map(({ name }) => name)],
    };
  } catch (error) {
    if (error instanceof UnreadableFileError) return without(error.message);
    return without(UNREADABLE);
  }
}

type TextAt = (index: number, field?: { type: Hdf5Type; at: number }) => string;

function textsOf(object: Hdf5Object, items: number, type: Hdf5Type): TextAt | null {
  const bytes = object.bytesOf(type, items);
  return (
    bytes && ((index, field = { type, at: 0 }) => field.type.textAt(bytes, index * type.bytes + field.at))
  );
}

const UNREADABLE = 'The values are stored in a way that the preview cannot read.';
const DEFLATE = 1;

/** Makes jsfive unpack no more bytes of a chunk than the chunk has values. */
function limitChunks(dataset: Dataset, { bytes }: Hdf5Type): void {
  const { chunks } = dataset._dataobjects;
  const chunkBytes = (chunks ?? []).reduce((product, length) => product * length, bytes);
  if (chunkBytes > MAX_CHUNK_BYTES)
    throw new UnreadableFileError('The chunks of the dataset are too large for a preview.');
  // 4 bytes more: a checksum may stand at the end.
  Filters.set(
    DEFLATE,
    (packed) => unzlibSync(new Uint8Array(packed), { out: new Uint8Array(chunkBytes + 4) }).slice().buffer,
  );
}
