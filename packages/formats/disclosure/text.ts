import { tagsOf } from '../office/xml-tags.ts';
import type { Disclosure } from './disclosure.ts';
import { isDayOfBirth, isNobody } from './is-nobody.ts';
import { isExampleName } from './secret-names.ts';
import { secretsOf } from './secrets.ts';
import { bytesOf, listed, shown } from './texts.ts';
import { xmpDisclosures } from './xmp.ts';

export const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const person = (reason: string): Disclosure[] => [{ kind: 'person', reason }];
/** Files of settings, in which a value is given to a name without quotes. */
const CONFIGURATION =
  /(^|\/)(\.env.*|[^/]*\.env|\.[\w-]+rc|credentials|config)$|\.(ini|cfg|conf|cnf|properties|toml|ya?ml|tfvars|envrc|renviron)$/i;

/** Persons and secrets in a text: settings, code, notebooks, e-mails, contacts, and the files of records that accompany recordings. */
export function textDisclosures(text: string, path: string): Disclosure[] {
  const isConfiguration = CONFIGURATION.test(path);
  const secrets = isExampleName(path.split('/').at(-1) ?? '') ? [] : secretsOf(text, { isConfiguration });
  return [...secrets, ...namedPersons(text, path)];
}

/** The decoded beginning of a text; `null` if the bytes are no text. */
export async function readTextStart(file: Blob): Promise<string | null> {
  const bytes = await bytesOf(file, 0, MAX_TEXT_BYTES);
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return bytes.subarray(0, 8192).includes(0) ? null : new TextDecoder().decode(bytes);
}

function namedPersons(text: string, path: string): Disclosure[] {
  const head = text.slice(0, 64 * 1024);
  if (/^\s*BEGIN:VCARD/.test(head))
    return person(`Is a contact card: ${shown(/^FN[^:]*:(.*)$/m.exec(head)?.[1] ?? '')}`);
  if (/\.(eml|mbox)$/i.test(path) && /^(From|To|Received):?\s/m.test(head))
    return person(`Is an e-mail from ${shown(/^From:\s*(.*)$/m.exec(head)?.[1] ?? 'somebody')}`);
  if (head.startsWith('{\\rtf')) return richText(head);
  const found: Disclosure[] = [];
  if (/^\s*[[{]/.test(head)) found.push(...sidecar(text));
  if (head.includes('<rdf:RDF') && /^\s*<(\?xml|svg|!DOCTYPE svg|x:xmp)/i.test(head))
    found.push(...svgCreators(head));
  if (/<(mzML|mzXML|indexedmzML)\b/.test(head)) found.push(...spectrumContacts(head));
  if (/%%For:/.test(head) && head.startsWith('%!PS')) {
    const name = /^%%For:\s*(.*)$/m.exec(head)?.[1] ?? '';
    if (!isNobody(name)) found.push(...person(`Names whom it was made for: ${shown(name)}`));
  }
  if (/\.(csv|tsv|tab|txt)$/i.test(path)) found.push(...personalColumns(head));
  return found;
}

function richText(head: string): Disclosure[] {
  const names = [...head.matchAll(/\{\\(?:author|operator|manager) ([^{}\\]{1,200})/g)].map(
    ([, name = '']) => name,
  );
  const named = listed(names.filter((name) => !isNobody(name)));
  return named ? person(`Names its author: ${named}`) : [];
}

/** JSON beside a scan (BIDS, DICOM JSON) with what the scanner knew of the patient. */
function sidecar(text: string): Disclosure[] {
  const found: Disclosure[] = [];
  const fieldOf = (key: string) => {
    const at = text.indexOf(`"${key}"`);
    const after = at === -1 ? '' : text.slice(at + key.length + 2, at + key.length + 220);
    return /^\s{0,9}:\s{0,9}"([^"]{1,200})"/.exec(after)?.[1] ?? '';
  };
  const name =
    fieldOf('PatientName') || (/"00100010"[^}]{0,100}"Alphabetic"\s*:\s*"([^"]+)"/.exec(text)?.[1] ?? '');
  if (!isNobody(name)) found.push(...person(`Names the patient: ${shown(name)}`));
  const birth = fieldOf('PatientBirthDate');
  if (isDayOfBirth(birth)) found.push(...person(`Date of birth: ${shown(birth)}`));
  for (const key of ['OperatorsName', 'ReferringPhysicianName', 'PerformingPhysicianName'])
    if (!isNobody(fieldOf(key))) found.push(...person(`Names a person (${key}): ${shown(fieldOf(key))}`));
  return found;
}

/** The metadata of a drawing; Inkscape writes the name as the title of an agent. */
const svgCreators = (head: string): Disclosure[] =>
  xmpDisclosures(head).filter(({ reason }) => !/: \W*$/.test(reason));

function spectrumContacts(head: string): Disclosure[] {
  const names = [...head.matchAll(/name="contact (?:name|email)"[^>]*?\bvalue="([^"]{1,200})"/g)].map(
    ([, value = '']) => value,
  );
  for (const tag of tagsOf(head))
    if (tag.name === 'operator') names.push(`${tag.attribute('first') ?? ''} ${tag.attribute('last') ?? ''}`);
  const named = listed(names.filter((name) => !isNobody(name)));
  return named ? person(`Names a contact: ${named}`) : [];
}

/** Names of columns that hold what identifies a patient or person. */
const STRONG =
  /^(patient_?(full_?|last_?|first_?)?name|ssn|social_security(_(no|number))?|nhs_?(no|number)|mrn|medical_record(_(no|number))?|passport(_(no|number))?|iban|krankenversicherten\w*|versichertennummer)$/;
const WEAK: readonly RegExp[] = [
  /^(first_?name|given_?name|vorname|pr[eé]nom|nombre)$/,
  /^(last_?name|sur_?name|family_?name|nachname|nom|apellidos?)$/,
  /^(full_?name)$/,
  /^(e_?mail(_address)?|mail)$/,
  /^((tele|mobile_?|cell_?)?phone(_(no|number))?|telefon\w*)$/,
  /^(dob|date_?of_?birth|birth_?date|birth_?day|geburtsdatum|date_de_naissance)$/,
  /^(street(_address)?|home_?address|postal_?address|stra(ss|ß)e|anschrift)$/,
];

/** A table whose first line names at least one column of patients, or two of persons. */
function personalColumns(head: string): Disclosure[] {
  const [first = '', ...rest] = head.split(/\r\n|\r|\n/);
  if (rest.every((line) => line.trim() === '')) return [];
  const columns = first
    .split(/[,;\t|]/)
    .map((cell) =>
      cell
        .trim()
        .replace(/^["']|["']$/g, '')
        .trim(),
    )
    .filter((cell) => cell.length < 40);
  const plain = (cell: string) =>
    cell
      .replace(/^\uFEFF/, '')
      .toLowerCase()
      .replace(/[^\p{L}\d]+/gu, '_')
      .replace(/^_|_$/g, '');
  const strong = columns.filter((cell) => STRONG.test(plain(cell)));
  const weak = columns.filter((cell) => WEAK.some((pattern) => pattern.test(plain(cell))));
  if (strong.length === 0 && weak.length < 2) return [];
  return person(`Has columns about persons: ${listed([...strong, ...weak])}`);
}
