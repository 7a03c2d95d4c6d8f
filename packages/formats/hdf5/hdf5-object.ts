import type { DataObjects } from 'jsfive';
import { copyChunks } from './hdf5-chunks.ts';
import { type Hdf5Type, hdf5Type } from './hdf5-type.ts';

const [DATASPACE, DATATYPE, FILL_VALUE, LAYOUT, ATTRIBUTE, ATTRIBUTE_INFO] = [1, 3, 5, 8, 12, 21];
const SHARED = 2;
const NOWHERE = 2n ** 64n - 1n;
const MAX_AXES = 32;
const MAX_ATTRIBUTE_ITEMS = 20;
const MAX_CHUNKED_BYTES = 64_000_000;

/** Messages of the header of an object, which jsfive finds. Messages that it does not decode are decoded here. */
export class Hdf5Object {
  readonly #objects: DataObjects;
  readonly #file: DataView;

  constructor(objects: DataObjects) {
    this.#objects = objects;
    this.#file = new DataView(objects.fh);
  }

  /** Lengths along the axes; `null` if it has no values at all. */
  get shape(): number[] | null {
    return this.#shapeAt(this.#place(DATASPACE));
  }

  get type(): Hdf5Type {
    const message = this.#objects.find_msg_type(DATATYPE)[0];
    if (!message) throw new RangeError('It has no type');
    const at = message.get('offset_to_message') ?? 0;
    return this.#typeAt(at, ((message.get('flags') ?? 0) & SHARED) !== 0);
  }

  /** Attributes, each as text, and whether there are more that stand elsewhere in the file. */
  get attributes(): { read: [name: string, value: string][]; hasMore: boolean } {
    const read = this.#objects
      .find_msg_type(ATTRIBUTE)
      .map((message) => this.#attributeAt(message.get('offset_to_message') ?? 0));
    const [info] = this.#objects.find_msg_type(ATTRIBUTE_INFO);
    const at = info?.get('offset_to_message');
    if (at === undefined) return { read, hasMore: false };
    const heapAt = at + 2 + ((this.#file.getUint8(at + 1) & 1) === 0 ? 0 : 2);
    return { read, hasMore: this.#file.getBigUint64(heapAt, true) !== NOWHERE };
  }

  /** The bytes of all values; `null` if none were written. Throws for what is not read. */
  bytesOf(type: Hdf5Type, count: number): DataView | null {
    const layoutAt = this.#place(LAYOUT);
    const [version, , layout, propertiesAt] = this.#objects._get_data_message_properties(layoutAt);
    const length = type.bytes * count;
    if (layout === 0) {
      if (version < 3 || this.#file.getUint16(propertiesAt, true) < length) throw new RangeError('Too short');
      return new DataView(this.#objects.fh, propertiesAt + 2, length);
    }
    if (layout === 1) {
      const place = this.#file.getBigUint64(propertiesAt, true);
      return place === NOWHERE ? null : new DataView(this.#objects.fh, Number(place), length);
    }
    if (layout !== 2 || version > 3 || length > MAX_CHUNKED_BYTES)
      throw new RangeError('Stored in another way');
    const treeAt = this.#file.getBigUint64(propertiesAt + (version === 3 ? 1 : 0), true);
    const target = this.#filled(type.bytes, length);
    const { shape } = this;
    const place = { shape: shape ?? [], itemBytes: type.bytes, treeAt };
    return copyChunks(this.#objects, target, place) ? new DataView(target.buffer) : null;
  }

  /** Where nothing was written, the fill value stands; without one, zeros. */
  #filled(itemBytes: number, length: number): Uint8Array {
    const target = new Uint8Array(length);
    const at = this.#objects.find_msg_type(FILL_VALUE)[0]?.get('offset_to_message');
    if (at === undefined) return target;
    const isThird = this.#file.getUint8(at) === 3;
    const isDefined = isThird
      ? (this.#file.getUint8(at + 1) & 0x20) !== 0
      : this.#file.getUint8(at + 3) !== 0;
    const sizeAt = at + (isThird ? 2 : 4);
    if (!isDefined || this.#file.getUint32(sizeAt, true) !== itemBytes) return target;
    const value = new Uint8Array(this.#objects.fh, sizeAt + 4, itemBytes);
    if (value.some((byte) => byte !== 0))
      for (let place = 0; place < length; place += itemBytes) target.set(value, place);
    return target;
  }

  #place(kind: number): number {
    const at = this.#objects.find_msg_type(kind)[0]?.get('offset_to_message');
    if (at === undefined) throw new RangeError('A message is missing');
    return at;
  }

  #shapeAt(at: number): number[] | null {
    const isFirst = this.#file.getUint8(at) === 1;
    const axes = this.#file.getUint8(at + 1);
    if (axes > MAX_AXES) throw new RangeError('Too many axes');
    if (!isFirst && this.#file.getUint8(at + 3) === 2) return null;
    const start = at + (isFirst ? 8 : 4);
    return Array.from({ length: axes }, (_, axis) => Number(this.#file.getBigUint64(start + 8 * axis, true)));
  }

  /** A type may stand in an object of its own, which has a name. */
  #typeAt(at: number, isShared: boolean): Hdf5Type {
    if (!isShared) return hdf5Type(this.#file, at, (view, place) => this.#textElsewhere(view, place));
    const version = this.#file.getUint8(at);
    const place = Number(this.#file.getBigUint64(at + (version === 1 ? 8 : 2), true));
    const Objects = this.#objects.constructor as new (file: ArrayBuffer, at: number) => DataObjects;
    const named = new Objects(this.#objects.fh, place);
    const [message] = named.find_msg_type(DATATYPE);
    const typeAt = message?.get('offset_to_message');
    if (typeAt === undefined) throw new RangeError('A named type is missing');
    return this.#typeAt(typeAt, false);
  }

  #textElsewhere(view: DataView, at: number): string {
    const place = new Uint8Array(view.buffer, view.byteOffset + at, 16).slice().buffer;
    if (new DataView(place).getUint32(0, true) === 0) return '';
    const [length, content] = this.#objects._vlen_size_and_data(place, 0);
    return new TextDecoder().decode(content?.slice(0, length)).replace(/\0.*$/s, '');
  }

  #attributeAt(start: number): [string, string] {
    const version = this.#file.getUint8(start);
    const flags = version === 1 ? 0 : this.#file.getUint8(start + 1);
    const [nameBytes = 0, typeBytes = 0, spaceBytes = 0] = [2, 4, 6].map((at) =>
      this.#file.getUint16(start + at, true),
    );
    const padded = (length: number) => (version === 1 ? Math.ceil(length / 8) * 8 : length);
    const nameAt = start + (version === 3 ? 9 : 8);
    const name = new TextDecoder()
      .decode(new Uint8Array(this.#objects.fh, nameAt, nameBytes))
      .replace(/\0.*$/s, '');
    const typeAt = nameAt + padded(nameBytes);
    try {
      const type = this.#typeAt(typeAt, (flags & 1) !== 0);
      const shape = this.#shapeAt(typeAt + padded(typeBytes));
      const valueAt = typeAt + padded(typeBytes) + padded(spaceBytes);
      return [name, this.#valueText(type, shape, valueAt)];
    } catch {
      return [name, '(of a type that the preview does not read)'];
    }
  }

  #valueText(type: Hdf5Type, shape: readonly number[] | null, at: number): string {
    const count = shape === null ? 0 : shape.reduce((product, length) => product * length, 1);
    const shown = Array.from({ length: Math.min(count, MAX_ATTRIBUTE_ITEMS) }, (_, index) =>
      type.textAt(this.#file, at + index * type.bytes),
    );
    return count === 0 ? '(empty)' : `${shown.join(', ')}${count > shown.length ? ', …' : ''}`;
  }
}
