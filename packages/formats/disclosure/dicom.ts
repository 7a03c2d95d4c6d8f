import dicomParser, { type DataSet } from 'dicom-parser';
import { mayShowNames } from '../volume/burned-in.ts';
import { dicomText } from './dicom-text.ts';
import type { Disclosure } from './disclosure.ts';
import { isDayOfBirth, isNobody, isRegisterNumber } from './is-nobody.ts';
import { bytesOf, latin1Of, shown } from './texts.ts';
import { unpackedStart } from './unpack.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 6;
const MAX_ELEMENTS = 50_000;
const PIXELS = 'x7fe00010';
const PREFIX = 132;
const [EXPLICIT, IMPLICIT, BIG_ENDIAN] = ['1.2.840.10008.1.2.1', '1.2.840.10008.1.2', '1.2.840.10008.1.2.2'];
const DEFLATED = '1.2.840.10008.1.2.1.99';

/** What attributes name (a selection of PS3.15, table E.1-1), by how their values are judged. */
const NAMES: Readonly<Record<string, string>> = {
  x00100010: 'Names the patient',
  x00101001: 'Other name of the patient',
  x00101005: 'Birth name of the patient',
  x00101060: 'Birth name of the patient’s mother',
  x00102297: 'Names the responsible person',
  x00080090: 'Names the referring physician',
  x0008009c: 'Names the consulting physician',
  x00081048: 'Names a physician',
  x00081050: 'Names the performing physician',
  x00081060: 'Names the reading physician',
  x00081070: 'Names the operator',
  x00321032: 'Names the requesting physician',
  x00400006: 'Names the performing physician',
  x00402008: 'Names who entered the order',
  x0040a123: 'Names a person',
  x0040a075: 'Names who verified it',
};
const IDS: Readonly<Record<string, string>> = {
  x00100020: 'ID of the patient',
  x00101000: 'Other ID of the patient',
  x00080050: 'Accession number',
  x00380010: 'Admission ID',
};
const TEXTS: Readonly<Record<string, string>> = {
  x00101040: 'Address of the patient',
  x00102154: 'Telephone number of the patient',
  x00102155: 'Telecommunication of the patient',
  x00080092: 'Address of the physician',
  x00080094: 'Telephone number of the physician',
  x00104000: 'Comment about the patient',
  x001021b0: 'History of the patient',
};

/** Whether bytes begin as DICOM does: with its preamble, or at once with the first group. */
export function isDicom(head: Uint8Array): boolean {
  if (latin1Of(head.subarray(128, PREFIX)) === 'DICM') return true;
  const [first, second, element = 0xff, last] = head;
  if (head.length < 16) return false;
  if (first === 0 && second === 8 && element === 0) return hasVr(head);
  if (second !== 0 || last !== 0) return false;
  const isMeta = first === 2 && element <= 1 && hasVr(head);
  return isMeta || (first === 8 && element <= 0x60 && (hasVr(head) || (head[5] === 0 && head[6] === 0)));
}

const hasVr = (bytes: Uint8Array) => /^[A-Z]{2}$/.test(latin1Of(bytes.subarray(4, 6)));

/** What a DICOM file names of persons; `null` if its header cannot be read. */
export async function dicomDisclosures(file: Blob): Promise<Disclosure[] | null> {
  const bytes = await bytesOf(file, 0, MAX_BYTES);
  const data = (await parsed(withPrefix(bytes))) ?? (await parsed(withoutMeta(bytes)));
  if (!data) return null;
  const isRemoved = textAt(data, 'x00120062').toUpperCase() === 'YES';
  const found = new Map<string, Disclosure>();
  const add = (reason: string, value: string) => {
    const text = shown(value.replaceAll('\\', ', '));
    if (text) found.set(reason, found.get(reason) ?? { kind: 'person', reason: `${reason}: ${text}` });
  };
  const ids: [string, string][] = [];
  let namesPatient = false;
  for (const [tag, vr, set] of elementsOf(data)) {
    const value = () => textAt(set, tag);
    const name = NAMES[tag] ?? (vr === 'PN' && /[\^ ]/.test(value()) ? 'Names a person' : undefined);
    if (TEXTS[tag] && !isNobody(value())) add(TEXTS[tag], value());
    if (isRemoved) continue;
    if (name && !value().split('\\').every(isNobody)) {
      add(name, value());
      namesPatient ||= tag.startsWith('x0010');
    }
    if (tag === 'x00100030' && isDayOfBirth(value())) add('Date of birth', value());
    if (IDS[tag] && value()) ids.push([IDS[tag], value()]);
  }
  // A pseudonym is often written as the id, too. Numbers of visits say something beside a patient alone.
  const pseudonym = textAt(data, 'x00100010').toLowerCase();
  const isId = (value: string) => isRegisterNumber(value) && !pseudonym.includes(value.toLowerCase());
  const isPatient = namesPatient || ids.some(([reason, value]) => /patient$/.test(reason) && isId(value));
  for (const [reason, value] of ids)
    if (isPatient && (isId(value) || (namesPatient && !isNobody(value)))) add(reason, value);
  if (mayShowNames(data)) {
    const modality = shown(textAt(data, 'x00080060'));
    const reason = `The image may show names${modality ? ` (${modality})` : ''}`;
    found.set(reason, { kind: 'person', reason });
  }
  return [...found.values()];
}

const hasPrefix = (bytes: Uint8Array) => latin1Of(bytes.subarray(128, PREFIX)) === 'DICM';

/** With the preamble that some files lack. Without the group that names the syntax, it is told by the first element. */
function withPrefix(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (hasPrefix(bytes)) return bytes;
  const first = hasVr(bytes) ? EXPLICIT : IMPLICIT;
  const syntax = bytes[0] === 0 ? BIG_ENDIAN : first;
  const padded = syntax.length % 2 === 0 ? syntax : `${syntax}\0`;
  const meta = bytes[0] === 2 ? '' : `\x02\0\x10\0UI${String.fromCharCode(padded.length)}\0${padded}`;
  const prefix = `${'\0'.repeat(128)}DICM${meta}`;
  return joined(
    Uint8Array.from(prefix, (character) => character.charCodeAt(0)),
    bytes,
  );
}

/** Without the first group, which may lack the syntax: its elements are passed over, as explicit ones of two-byte lengths. */
function withoutMeta(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = hasPrefix(bytes) ? PREFIX : 0;
  while (at + 12 <= bytes.length && view.getUint16(at, true) === 2) {
    const isLong = /^O[BW]|^U[NT]|^SQ/.test(latin1Of(bytes.subarray(at + 4, at + 6)));
    at += isLong ? 12 + view.getUint32(at + 8, true) : 8 + view.getUint16(at + 6, true);
  }
  return withPrefix(bytes.subarray(at));
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

async function parsed(bytes: Uint8Array<ArrayBuffer>): Promise<DataSet | null> {
  try {
    const meta = dicomParser.readPart10Header(bytes);
    let inflated = new Uint8Array();
    if (meta.string('x00020010')?.trim() === DEFLATED) {
      const start = 'position' in meta && typeof meta.position === 'number' ? meta.position : PREFIX;
      const packed = new Blob([bytes.subarray(start)]);
      inflated = (await unpackedStart(packed, 'deflate-raw', MAX_BYTES)).bytes;
    }
    return known(dicomParser.parseDicom(bytes, { untilTag: PIXELS, inflater: () => inflated }));
  } catch (error) {
    // What was read before the end of a header that is cut.
    const partial = error instanceof Object && 'dataSet' in error ? error.dataSet : null;
    return isDataSet(partial) ? known(partial) : null;
  }
}

/** A data set with elements other than those of its first group; `null` for bytes that only parse by chance. */
const known = (data: DataSet) =>
  Object.keys(data.elements).some((tag) => tag > 'x0002ffff' && tag < 'x7fe00020') ? data : null;

const isDataSet = (value: unknown): value is DataSet =>
  value instanceof Object && 'elements' in value && 'string' in value;

function* elementsOf(data: DataSet): Generator<[tag: string, vr: string | undefined, set: DataSet]> {
  const waiting: [DataSet, number][] = [[data, 0]];
  let count = 0;
  for (const [set, depth] of waiting)
    for (const element of Object.values(set.elements)) {
      count += 1;
      if (count > MAX_ELEMENTS) return;
      yield [element.tag, element.vr, set];
      if (depth >= MAX_DEPTH) continue;
      for (const item of element.items ?? []) if (item.dataSet) waiting.push([item.dataSet, depth + 1]);
    }
}

function textAt(data: DataSet, tag: string): string {
  const bytes = valueAt(data, tag);
  return dicomText(bytes, latin1Of(valueAt(data, 'x00080005')))
    .replaceAll('\0', '')
    .trim();
}

function valueAt({ elements, byteArray }: DataSet, tag: string): Uint8Array {
  const element = elements[tag];
  const start = element?.dataOffset ?? 0;
  return byteArray.subarray(start, start + Math.min(element?.length ?? 0, 1000));
}
