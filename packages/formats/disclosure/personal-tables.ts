import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { listed } from './texts.ts';

/** Rows among which the names of the columns are looked for: titles and empty rows may stand above them. */
const MAX_HEADERS = 5;
const MAX_ROWS = 500;
const MAX_COLUMNS = 200;

/** Names of columns that hold what identifies a patient or person, whatever stands beside them. */
const STRONG =
  /^(ssn|social_security(_(no|number))?|nhs_?(no|number)|mrn|medical_record(_(no|number))?|passport(_(no|number))?|krankenversicherten\w*|versichertennummer)$/;
const PATIENT =
  /^((patient|participant|subject|proband)(en|s)?(_?(full_?|last_?|first_?)?name)?|name_(of_)?(patient|participant|subject))$/;
const BIRTH = /^(dob|date_?of_?birth|birth_?date|birth_?day|geburtsdatum|geburtstag|date_(de_)?naissance)$/;
const PHONE = /^((tele|mobile_?|cell_?)?phone(_(no|number))?|mobile|telefon\w*|handy\w*|tel)$/;
/** Names of columns of which two together tell of persons. */
const WEAK: readonly RegExp[] = [
  /^(first_?name|given_?name|vorname|pr[eé]nom|nombre)$/,
  /^(last_?name|sur_?name|family_?name|nachname|nom|apellidos?)$/,
  /^(full_?name|name|contact|contact_name|patient|participant|employee|student|customer|kunde|mitarbeiter)$/,
  /^(e_?mail(_address)?|mail)$/,
  PHONE,
  BIRTH,
  /^(street(_address)?|home_?address|postal_?address|stra(ss|ß)e|anschrift)$/,
];
const NAME = /^(name|full_?name|patient|person|employee|student)$/;
/** What stands beside a name only if it is that of a person. */
const OF_PERSONS =
  /^(diagnos\w+|icd(_?\d+)?(_code)?|medication\w*|blood_?(type|group)|allerg\w+|symptoms?|admission\w*|discharge\w*|ward|insurance\w*|salary|gehalt)$/;

const EMAIL = /^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,5}$/;
const RESERVED = /@([\w-]+\.)*(example|test|invalid|localhost)(\.[a-z]+)?$/i;
const SOCIAL_SECURITY = /^(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}$/;
const FULL_DATE =
  /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/. ]{1,2}(\d{1,2}|[A-Za-z]{3,9})[-/. ]{1,2}\d{2,4}|\d{8})\b/;
/** A name as people write it: `Jane Doe`, `Doe, Jane`, `Dr. J. Doe`. */
const PERSON = /^(\p{Lu}[\p{L}.'’-]*,? ){1,3}\p{Lu}[\p{L}.'’-]+$/u;

export const isFullDate = (value: string) => FULL_DATE.test(value);
export const isPersonName = (value: string) => PERSON.test(value);

const plain = (cell: string) =>
  cell
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/^_|_$/g, '');

interface Column {
  title: string;
  name: string;
  /** Different values below the title. */
  values: string[];
}

/** What a table tells of persons, by the names of its columns and what stands in them. */
export function personalColumns(rows: readonly (readonly string[])[]): Disclosure[] {
  const filled = rows.slice(0, MAX_ROWS).filter((row) => row.some((cell) => cell.trim() !== ''));
  for (let at = 0; at < Math.min(MAX_HEADERS, filled.length - 1); at++) {
    const named = namedColumns(columnsOf(filled, at));
    if (named.length > 0) return [{ kind: 'person', reason: `Has columns about persons: ${listed(named)}` }];
  }
  return valuesAlone(filled);
}

function columnsOf(rows: readonly (readonly string[])[], header: number): Column[] {
  return (rows[header] ?? []).slice(0, MAX_COLUMNS).map((cell, column): Column => {
    const title = cell.replace(/^\uFEFF/, '').trim();
    const values = new Set(rows.slice(header + 1).map((row) => (row[column] ?? '').trim()));
    values.delete('');
    return { title, name: title.length < 40 ? plain(title) : '', values: [...values] };
  });
}

/** Titles of the columns that tell of persons: one that identifies, or two of which each may. */
function namedColumns(columns: readonly Column[]): string[] {
  const strong = columns.filter(isStrong);
  const found = columns.filter(
    ({ name, values }) => values.length > 0 && WEAK.some((form) => form.test(name)),
  );
  const kinds = WEAK.filter((form) => found.some(({ name }) => form.test(name)));
  const isAbout = strong.length > 0 || kinds.length > 1;
  const named = columns.filter(({ name, values }) => NAME.test(name) && areNames(values));
  const beside = columns.filter(({ name, values }) => OF_PERSONS.test(name) && values.length > 0);
  if (isAbout) return [...strong, ...found].map(({ title }) => title);
  return named.length > 0 && beside.length > 0 ? [...named, ...beside].map(({ title }) => title) : [];
}

function isStrong({ name, values }: Column): boolean {
  if (STRONG.test(name)) return values.some((value) => /\d{3}/.test(value));
  if (PATIENT.test(name)) return areNames(values);
  if (BIRTH.test(name)) return atLeast(2, values, (value) => FULL_DATE.test(value));
  if (PHONE.test(name)) return atLeast(2, values, isPhone);
  return false;
}

const isPhone = (value: string) =>
  /^[+\d(][\d ()./-]{6,24}$/.test(value) && /[ ()/+-]/.test(value) && value.replace(/\D/g, '').length >= 7;

const areNames = (values: readonly string[]) => {
  const names = values.filter((value) => PERSON.test(value) && !isNobody(value));
  return names.length > 0 && names.length * 10 > values.length * 6;
};

/** Addresses and numbers that identify whatever their column is called. */
function valuesAlone(rows: readonly (readonly string[])[]): Disclosure[] {
  const found: Disclosure[] = [];
  const width = Math.min(MAX_COLUMNS, Math.max(0, ...rows.map((row) => row.length)));
  for (let column = 0; column < width && found.length === 0; column++) {
    const values = [...new Set(rows.map((row) => (row[column] ?? '').trim()))];
    const has = (what: string) =>
      found.push({ kind: 'person', reason: `Has ${what} in column ${column + 1}` });
    if (atLeast(3, values, (value) => EMAIL.test(value) && !RESERVED.test(value))) has('e-mail addresses');
    else if (atLeast(3, values, (value) => SOCIAL_SECURITY.test(value))) has('social security numbers');
    else if (values.some(isIban)) has('bank accounts (IBAN)');
  }
  return found;
}

const atLeast = (count: number, values: readonly string[], test: (value: string) => boolean) =>
  values.filter(test).length >= count;

/** Whether a value is an IBAN whose check digits are right (ISO 13616). */
function isIban(value: string): boolean {
  const text = value.replace(/ /g, '').toUpperCase();
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text) || !/\d{6}/.test(text)) return false;
  const digits = [...text.slice(4), ...text.slice(0, 4)].map((character) => Number.parseInt(character, 36));
  return BigInt(digits.join('')) % 97n === 1n;
}
