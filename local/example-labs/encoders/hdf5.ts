import type { Bytes } from './zip.ts';

interface Dataset {
  name: string;
  /** Lengths along each axis. */
  shape: readonly number[];
  /** The last axis varies fastest. */
  values: readonly number[];
  /** Text attributes, e.g. the unit. */
  attributes: Readonly<Record<string, string>>;
}

/**
 * An HDF5 file with arrays of 64-bit floating-point numbers in its root group: superblock 2, object headers 2, contiguous
 * data. Numbers are the types of messages and fields of the HDF5 File Format Specification, version 3.
 */
export function encodeHdf5(datasets: readonly Dataset[]): Bytes {
  const superblock = 48;
  // The lengths do not depend on the addresses.
  const rootLength = rootGroup(datasets.map(({ name }) => ({ name, address: 0 }))).length;
  let end = superblock + rootLength;
  const placed = datasets.map((dataset) => {
    const address = end;
    const dataAddress = address + header(dataset, 0).length;
    end = dataAddress + dataset.values.length * 8;
    return { dataset, address, dataAddress };
  });
  const parts = placed.flatMap(({ dataset, dataAddress }) => {
    const data = Buffer.alloc(dataset.values.length * 8);
    for (const [index, value] of dataset.values.entries()) data.writeDoubleLE(value, index * 8);
    return [header(dataset, dataAddress), data];
  });
  const start = checked(
    Buffer.concat([
      Buffer.from([0x89, 0x48, 0x44, 0x46, 0x0d, 0x0a, 0x1a, 0x0a, 2, 8, 8, 0]),
      long(0),
      none,
      long(end),
      long(superblock),
    ]),
  );
  const root = rootGroup(placed.map(({ dataset, address }) => ({ name: dataset.name, address })));
  return Uint8Array.from(Buffer.concat([start, root, ...parts]));
}

const none = Buffer.alloc(8, 0xff);

function long(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

const message = (type: number, data: Buffer) =>
  Buffer.concat([Buffer.from([type]), short(data.length), Buffer.from([0]), data]);

function objectHeader(messages: readonly Buffer[]): Buffer {
  const body = Buffer.concat(messages);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return checked(Buffer.concat([Buffer.from('OHDR'), Buffer.from([2, 2]), length, body]));
}

function rootGroup(links: readonly { name: string; address: number }[]): Buffer {
  const linkInfo = message(2, Buffer.concat([Buffer.from([0, 0]), none, none]));
  const groupInfo = message(10, Buffer.from([0, 0]));
  const linkMessages = links.map(({ name, address }) =>
    message(6, Buffer.concat([Buffer.from([1, 0, name.length]), Buffer.from(name), long(address)])),
  );
  return objectHeader([linkInfo, groupInfo, ...linkMessages]);
}

function header({ shape, values, attributes }: Dataset, dataAddress: number): Buffer {
  const space = Buffer.concat([Buffer.from([2, shape.length, 0, 1]), ...shape.map(long)]);
  // Little-endian IEEE 754, 64 bits.
  const double = Buffer.from([0x11, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 3, 0, 0]);
  const layout = Buffer.concat([Buffer.from([3, 1]), long(dataAddress), long(values.length * 8)]);
  return objectHeader([
    message(1, space),
    message(3, double),
    message(5, Buffer.from([3, 0x0a])),
    message(8, layout),
    ...Object.entries(attributes).map(([name, value]) => message(12, attribute(name, value))),
  ]);
}

function attribute(name: string, value: string): Buffer {
  const [nameBytes, data] = [Buffer.from(`${name}\0`), Buffer.from(`${value}\0`)];
  // A null-terminated UTF-8 text.
  const type = Buffer.from([0x13, 0x10, 0, 0, data.length, 0, 0, 0]);
  const scalar = Buffer.from([2, 0, 0, 0]);
  return Buffer.concat([
    Buffer.from([3, 0]),
    short(nameBytes.length),
    short(type.length),
    short(scalar.length),
    Buffer.from([1]),
    nameBytes,
    type,
    scalar,
    data,
  ]);
}

function checked(bytes: Buffer): Buffer {
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(lookup3(bytes));
  return Buffer.concat([bytes, checksum]);
}

/** The checksum of HDF5 metadata: Jenkins' lookup3 with the initial value 0. */
export function lookup3(bytes: Uint8Array): number {
  const rotated = (value: number, by: number) => (value << by) | (value >>> (32 - by));
  let a = (0xdeadbeef + bytes.length) | 0;
  let [b, c] = [a, a];
  const word = (at: number) =>
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24);
  if (bytes.length === 0) return c >>> 0;
  let at = 0;
  for (; bytes.length - at > 12; at += 12) {
    a = (a + word(at)) | 0;
    b = (b + word(at + 4)) | 0;
    c = (c + word(at + 8)) | 0;
    a = ((a - c) ^ rotated(c, 4)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotated(a, 6)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotated(b, 8)) | 0;
    b = (b + a) | 0;
    a = ((a - c) ^ rotated(c, 16)) | 0;
    c = (c + b) | 0;
    b = ((b - a) ^ rotated(a, 19)) | 0;
    a = (a + c) | 0;
    c = ((c - b) ^ rotated(b, 4)) | 0;
    b = (b + a) | 0;
  }
  a = (a + word(at)) | 0;
  b = (b + word(at + 4)) | 0;
  c = (c + word(at + 8)) | 0;
  c = ((c ^ b) - rotated(b, 14)) | 0;
  a = ((a ^ c) - rotated(c, 11)) | 0;
  b = ((b ^ a) - rotated(a, 25)) | 0;
  c = ((c ^ b) - rotated(b, 16)) | 0;
  a = ((a ^ c) - rotated(c, 4)) | 0;
  b = ((b ^ a) - rotated(a, 14)) | 0;
  c = ((c ^ b) - rotated(b, 24)) | 0;
  return c >>> 0;
}
