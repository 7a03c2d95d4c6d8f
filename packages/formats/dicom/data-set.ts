import dicomParser, { type DataSet } from 'dicom-parser';
import type { ByteSource } from '../source/byte-source.ts';
import { unpackedStart } from '../source/unpacked-start.ts';

/** Bytes in which the header of an image is looked for. */
const MAX_HEADER_BYTES = 8 * 1024 * 1024;
const PIXELS = 'x7fe00010';
const PREFIX = 132;
const [EXPLICIT, IMPLICIT, BIG_ENDIAN] = ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2', '1.2.840.10008.1.2.2'];
const DEFLATED = '1.2.840.10008.1.2.1.99';

interface OpenDicom {
  data: DataSet;
  /** Identifier of the transfer syntax. */
  syntax: string;
  /** Where the places of `data` are: the file, with what it lacks, or what it unpacks to. */
  source: ByteSource;
  /** Whether all elements before the pixels were read. */
  isWhole: boolean;
}

const latin1Of = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
const hasVr = (bytes: Uint8Array) => /^[A-Z]{2}$/.test(latin1Of(bytes.subarray(4, 6)));
const hasPrefix = (bytes: Uint8Array) => latin1Of(bytes.subarray(128, PREFIX)) === 'DICM';

/** Whether bytes begin as DICOM does: with its preamble, or at once with the first group. */
export function isDicom(head: Uint8Array): boolean {
  if (hasPrefix(head)) return true;
  const [first, second, element = 0xff, last] = head;
  if (head.length < 16) return false;
  if (first === 0 && second === 8 && element === 0) return hasVr(head);
  if (second !== 0 || last !== 0) return false;
  const isMeta = first === 2 && element <= 1 && hasVr(head);
  return isMeta || (first === 8 && element <= 0x60 && (hasVr(head) || (head[5] === 0 && head[6] === 0)));
}

/**
 * The elements of a DICOM file before its pixels, also if it has no preamble, or its first group is not complete; `null` if they cannot
 * be read. Of a deflated file `maxUnpacked` bytes are unpacked.
 */
export async function openDicom(file: Blob, maxUnpacked: number): Promise<OpenDicom | null> {
  const start = new Uint8Array(await file.slice(0, MAX_HEADER_BYTES).arrayBuffer());
  return (
    (await parsed(withPrefix(start, file), maxUnpacked)) ??
    (await parsed(withoutMeta(start, file), maxUnpacked))
  );
}

/** With the preamble that some files lack. Without the group that names the syntax, it is told by the first element. */
function withPrefix(start: Uint8Array, file: Blob): Blob {
  if (hasPrefix(start)) return file;
  const first = hasVr(start) ? EXPLICIT : IMPLICIT;
  const syntax = start[0] === 0 ? BIG_ENDIAN : first;
  return new Blob([start[0] === 2 ? PREAMBLE : prefixOf(syntax), file]);
}

const PREAMBLE = `${'\0'.repeat(128)}DICM`;

/** The preamble, and a first group that names the syntax. */
function prefixOf(syntax: string): string {
  const padded = syntax.length % 2 === 0 ? syntax : `${syntax}\0`;
  return `${PREAMBLE}\x02\0\x10\0UI${String.fromCharCode(padded.length)}\0${padded}`;
}

/** Without the first group, which may lack the syntax. */
function withoutMeta(start: Uint8Array<ArrayBuffer>, file: Blob): Blob {
  const at = endOfMeta(start);
  return withPrefix(start.subarray(at), file.slice(at));
}

/** Where the first group ends: its elements are explicit ones, most with lengths of two bytes. */
function endOfMeta(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = hasPrefix(bytes) ? PREFIX : 0;
  while (at + 12 <= bytes.length && view.getUint16(at, true) === 2) {
    const isLong = /^O[BW]|^U[NT]|^SQ/.test(latin1Of(bytes.subarray(at + 4, at + 6)));
    at += isLong ? 12 + view.getUint32(at + 8, true) : 8 + view.getUint16(at + 6, true);
  }
  return at;
}

async function parsed(file: Blob, maxUnpacked: number): Promise<OpenDicom | null> {
  const bytes = new Uint8Array(await file.slice(0, MAX_HEADER_BYTES).arrayBuffer());
  let syntax = '';
  try {
    const end = endOfMeta(bytes);
    syntax = dicomParser.readPart10Header(bytes.subarray(0, end)).string('x00020010')?.trim() ?? '';
    if (syntax === DEFLATED) {
      const unpacked = new Blob([prefixOf(EXPLICIT), await inflatedOf(file.slice(end), maxUnpacked)]);
      const inside = await parsed(unpacked, 0);
      return inside && { ...inside, syntax };
    }
    const data = dicomParser.parseDicom(bytes, { untilTag: PIXELS });
    return isKnown(data) ? { data, syntax, source: file, isWhole: true } : null;
  } catch (error) {
    // What was read before the end of a header that is cut.
    const partial = error instanceof Object && 'dataSet' in error ? error.dataSet : null;
    return isDataSet(partial) && isKnown(partial)
      ? { data: partial, syntax, source: file, isWhole: false }
      : null;
  }
}

/** A byte that makes the length even may follow what was compressed. */
async function inflatedOf(packed: Blob, maxUnpacked: number): Promise<Uint8Array<ArrayBuffer>> {
  const whole = await unpackedStart(packed, 'deflate-raw', maxUnpacked);
  if (whole.isWhole || whole.bytes.length >= maxUnpacked) return whole.bytes;
  return (await unpackedStart(packed.slice(0, -1), 'deflate-raw', maxUnpacked)).bytes;
}

/** Whether it has elements other than those of its first group: some bytes parse by chance. */
const isKnown = (data: DataSet) =>
  Object.keys(data.elements).some((tag) => tag > 'x0002ffff' && tag < 'x7fe00020');

const isDataSet = (value: unknown): value is DataSet =>
  value instanceof Object && 'elements' in value && 'string' in value;
