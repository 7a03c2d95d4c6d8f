import type { Disclosure } from './disclosure.ts';
import { isDayOfBirth, isNobody, isRegisterNumber } from './is-nobody.ts';
import { bytesOf, latin1Of, shown, textOf } from './texts.ts';

const MAX_TEXT = 1024 * 1024;
const person = (reason: string, value: string): Disclosure => ({
  kind: 'person',
  reason: `${reason}: ${shown(value)}`,
});

/** Whether bytes begin as EDF or BDF does. */
export const isEdf = (head: Uint8Array) =>
  head.length >= 256 &&
  /^(0 {7}|\xffBIOSEMI)/.test(latin1Of(head.subarray(0, 8))) &&
  /^\d+ *$/.test(latin1Of(head.subarray(184, 192)));

/** The field of EDF and BDF for the patient: code, sex, date of birth and name, or free text (EDF+, 2.1.3.3). */
export function edfDisclosures(head: Uint8Array): Disclosure[] {
  const field = latin1Of(head.subarray(8, 88)).replace(/\0/g, ' ').trim();
  const [code = '', sex = '', birth = '', ...name] = field.split(/\s+/);
  const found: Disclosure[] = [];
  const isPlus = /^[XMF]$/.test(sex) && /^(X|\d{2}-[A-Z]{3}-\d{4})$/i.test(birth);
  const named = isPlus ? name.join(' ').replaceAll('_', ' ') : field;
  if (!isNobody(named)) found.push(person('Names the patient', named));
  if (isPlus && birth !== 'X' && !/^01-JAN-/i.test(birth)) found.push(person('Date of birth', birth));
  if (isPlus && isRegisterNumber(code)) found.push(person('ID of the patient', code));
  return found;
}

/** Keywords of FCS 3 that name a person. */
const KEYWORDS: Readonly<Record<string, string>> = {
  $OP: 'Names the operator',
  $SRC: 'Names the source of the sample',
  'PATIENT NAME': 'Names the patient',
  'PATIENT ID': 'ID of the patient',
  'PATIENT BIRTH DATE': 'Date of birth',
};

/** Persons in the text segment of FCS. */
export async function fcsDisclosures(file: Blob, head: Uint8Array): Promise<Disclosure[]> {
  const [start, end] = [10, 18].map((at) => Number(latin1Of(head.subarray(at, at + 8))));
  if (!start || !end || end <= start) return [];
  const text = textOf(await bytesOf(file, start, Math.min(end + 1, start + MAX_TEXT)));
  const parts = text.slice(1).split(text[0] ?? '/');
  const found: Disclosure[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const keyword = (parts[at] ?? '').trim().toUpperCase();
    const value = (parts[at + 1] ?? '').trim();
    const label = KEYWORDS[keyword];
    const isOther = keyword.startsWith('PATIENT') && keyword !== 'PATIENT NAME';
    // The source of a sample is rarely a person: only what is written as a name counts.
    const isName = keyword !== '$SRC' || /^[\p{Lu}][\p{Ll}]+,? [\p{Lu}][\p{Ll}]+$/u.test(value);
    const counts = isOther ? isRegisterNumber(value) || isDayOfBirth(value) : isName && !isNobody(value);
    if (label && counts) found.push(person(label, value));
  }
  return found;
}
