import type { DataSet } from 'dicom-parser';
import { mayShowNames } from '../dicom/burned-in.ts';
import { openDicom } from '../dicom/data-set.ts';
import { dicomText } from './dicom-text.ts';
import type { Disclosure } from './disclosure.ts';
import { isDayOfBirth, isNobody, isRegisterNumber } from './is-nobody.ts';
import { latin1Of, shown } from './texts.ts';

const MAX_UNPACKED = 8 * 1024 * 1024;
const MAX_DEPTH = 6;
const MAX_ELEMENTS = 50_000;

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

/** What a DICOM file names of persons; `null` if its header cannot be read. */
export async function dicomDisclosures(file: Blob): Promise<Disclosure[] | null> {
  const data = (await openDicom(file, MAX_UNPACKED))?.data;
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
