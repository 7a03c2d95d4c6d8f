import { dicomDisclosures } from './dicom.ts';
import type { Disclosure } from './disclosure.ts';
import { isNobody, isRegisterNumber } from './is-nobody.ts';
import { bytesOf, latin1Of, shown, textOf } from './texts.ts';

const [BYTES_OF_1, BYTES_OF_2] = [348, 540];
/** Places of texts: the first and the one after the last byte. */
const TEXTS_OF_1 = {
  description: [148, 228],
  database: [14, 32],
  intent: [328, 344],
  file: [228, 252],
} as const;
const TEXTS_OF_2 = {
  description: [240, 320],
  database: [0, 0],
  intent: [508, 524],
  file: [320, 344],
} as const;
/** Of Analyze, which has the same length and no mark. */
const PATIENT_ID = [283, 293] as const;
const MAX_EXTENSIONS = 20;
const MAX_EXTENSION_BYTES = 1024 * 1024;
const DICOM = 2;
const PERSON_IN_DICOM = /^[^^]*\p{L}{2}\^\p{L}/u;
const NAME_OF_TWO = /^\p{Lu}[\p{Ll}'-]+,? \p{Lu}[\p{Ll}'-]+$/u;
const LABELLED = /\b(?:patient|subject|participant|operator|name)s?(?:[ _]?name)?\s*[:=]\s*([^;|,\n]+)/iu;

/** Version of NIfTI; 0 for Analyze, whose header NIfTI extends; `null` for other files. */
export function niftiVersion(head: Uint8Array): 0 | 1 | 2 | null {
  if (head.length < BYTES_OF_1) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const length = [view.getInt32(0, true), view.getInt32(0, false)];
  if (length.includes(BYTES_OF_2) && /^n[+i]2/.test(latin1Of(head.subarray(4, 8)))) return 2;
  if (!length.includes(BYTES_OF_1)) return null;
  return /^n[+i]1/.test(latin1Of(head.subarray(344, 348))) ? 1 : 0;
}

/** Persons in the texts of a NIfTI or Analyze header, and in the headers of DICOM that some converters keep behind it. */
export async function niftiDisclosures(file: Blob, head: Uint8Array): Promise<Disclosure[]> {
  const version = niftiVersion(head);
  const texts = version === 2 ? TEXTS_OF_2 : TEXTS_OF_1;
  const textAt = ([start, end]: readonly [number, number]) => textOf(head.subarray(start, end)).trim();
  const found = [texts.description, texts.intent, texts.file].flatMap((place) =>
    namedIn(textAt(place), false),
  );
  found.push(...namedIn(textAt(texts.database), true));
  if (version === 0 && isRegisterNumber(textAt(PATIENT_ID)))
    found.push({ kind: 'person', reason: `ID of the patient: ${shown(textAt(PATIENT_ID))}` });
  if (version)
    found.push(...(await extensionDisclosures(file, version === 2 ? BYTES_OF_2 : BYTES_OF_1, head)));
  return found;
}

/** A person in a short text. Only a field that is made for names may name one without saying so. */
function namedIn(text: string, isForNames: boolean): Disclosure[] {
  const labelled = LABELLED.exec(text)?.[1]?.trim();
  const isName = PERSON_IN_DICOM.test(text) || (isForNames && NAME_OF_TWO.test(text));
  const name = labelled ?? (isName ? text : '');
  return isNobody(name) ? [] : [{ kind: 'person', reason: `Names a person in its header: ${shown(name)}` }];
}

async function extensionDisclosures(file: Blob, start: number, head: Uint8Array): Promise<Disclosure[]> {
  const isLittle = new DataView(head.buffer, head.byteOffset, 4).getInt32(0, true) === start;
  const [hasExtensions = 0] = await bytesOf(file, start, start + 1);
  const found: Disclosure[] = [];
  let at = start + 4;
  for (let count = 0; hasExtensions === 1 && count < MAX_EXTENSIONS; count++) {
    const bytes = await bytesOf(file, at, at + 8);
    if (bytes.length < 8) break;
    const view = new DataView(bytes.buffer);
    const [size, code] = [view.getInt32(0, isLittle), view.getInt32(4, isLittle)];
    if (size < 16 || at + size > file.size) break;
    const content = file.slice(at + 8, Math.min(at + size, at + MAX_EXTENSION_BYTES));
    if (code === DICOM) found.push(...((await dicomDisclosures(content)) ?? []));
    else found.push(...namedIn(textOf(await bytesOf(content)).slice(0, 10_000), false));
    at += size;
  }
  return found;
}
