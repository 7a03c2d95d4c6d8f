import { tagsOf } from '../office/xml-tags.ts';
import { parseDelimited } from '../table/parse-delimited.ts';
import type { Disclosure } from './disclosure.ts';
import { isDayOfBirth, isNobody } from './is-nobody.ts';
import { databaseColumns, labelledPersons, messagePersons } from './labelled.ts';
import { authors } from './office.ts';
import { personalColumns } from './personal-tables.ts';
import { isExampleName } from './secret-names.ts';
import { secretsOf } from './secrets.ts';
import { bytesOf, listed, shown } from './texts.ts';
import { valuesOf, xmpDisclosures } from './xmp.ts';

export const MAX_TEXT_BYTES = 8 * 1024 * 1024;
const MAX_ROWS = 500;
/** Larger JSON is not parsed for records of persons. */
const MAX_JSON = 2 * 1024 * 1024;
/** Lists of people who are named on purpose, as in a description of a package or data set. */
const CREDITED = /^(authors?|contributors?|maintainers?|creators?|editors?|credits?|reviewers?)$/i;
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
  if (/^\s*BEGIN:VCALENDAR/.test(head)) return calendar(head);
  if (head.startsWith('{\\rtf')) return richText(head);
  const found = [...messagePersons(head), ...labelledPersons(head)];
  if (/\.sql$/i.test(path)) found.push(...databaseColumns(text, false));
  if (/^\s*[[{]/.test(head)) found.push(...sidecar(text));
  const hasPacket = /<x:xmpmeta|<\?xpacket/.test(text);
  const packet = hasPacket ? text.slice(Math.max(0, text.indexOf('<rdf:RDF'))) : head;
  if (hasPacket || (head.includes('<rdf:RDF') && /^\s*<(\?xml|svg|!DOCTYPE svg)/i.test(head)))
    found.push(...xmpCreators(packet));
  if (/<o:(Author|LastAuthor|Manager)>/.test(head))
    found.push(
      ...authors([
        [
          'Names its author',
          ['o:Author', 'o:LastAuthor', 'o:Manager'].flatMap((name) => valuesOf(head, name)),
        ],
      ]),
    );
  if (/<(mzML|mzXML|indexedmzML)\b/.test(head)) found.push(...spectrumContacts(head));
  if (/%%For:/.test(head) && head.startsWith('%!PS')) {
    const name = /^%%For:\s*(.*)$/m.exec(head)?.[1] ?? '';
    if (!isNobody(name)) found.push(...person(`Names whom it was made for: ${shown(name)}`));
  }
  if (/\.(csv|tsv|tab|psv|txt|dat)$/i.test(path)) found.push(...personalColumns(rowsOf(head)));
  if (/\.(json|jsonl|ndjson)$/i.test(path)) found.push(...personalColumns(rowsOfObjects(text)));
  return found;
}

/** Of an iCalendar file (RFC 5545): who organizes and attends. */
function calendar(head: string): Disclosure[] {
  const people = [...head.matchAll(/^(?:ORGANIZER|ATTENDEE)[^:\n]{0,500}:(?:mailto:)?([^\r\n]{3,200})/gim)];
  const named = listed(people.map(([, address = '']) => address));
  return named ? person(`Names who attends: ${named}`) : [];
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
  // A patient of FHIR, alone or in a bundle.
  const isFhir = /"resourceType"\s*:\s*"Patient"/.test(text);
  const family = isFhir ? fieldOf('family') : '';
  if (family && !isNobody(`${family} X`)) found.push(...person(`Names the patient: ${shown(family)}`));
  const birth = isFhir ? fieldOf('birthDate') : fieldOf('PatientBirthDate');
  if (isDayOfBirth(birth)) found.push(...person(`Date of birth: ${shown(birth)}`));
  for (const key of ['OperatorsName', 'ReferringPhysicianName', 'PerformingPhysicianName'])
    if (!isNobody(fieldOf(key))) found.push(...person(`Names a person (${key}): ${shown(fieldOf(key))}`));
  return found;
}

/** The metadata of a drawing; Inkscape writes the name as the title of an agent. */
const xmpCreators = (packet: string): Disclosure[] =>
  xmpDisclosures(packet).filter(({ reason }) => !/: \W*$/.test(reason));

function spectrumContacts(head: string): Disclosure[] {
  const names = [...head.matchAll(/name="contact (?:name|email)"[^>]*?\bvalue="([^"]{1,200})"/g)].map(
    ([, value = '']) => value,
  );
  for (const tag of tagsOf(head))
    if (tag.name === 'operator') names.push(`${tag.attribute('first') ?? ''} ${tag.attribute('last') ?? ''}`);
  const named = listed(names.filter((name) => !isNobody(name)));
  return named ? person(`Names a contact: ${named}`) : [];
}

/** Rows of a delimited text. */
function rowsOf(head: string): string[][] {
  const { header, rows, dialect } = parseDelimited(head, { maxRows: MAX_ROWS });
  return dialect.hasHeader ? [header, ...rows] : rows;
}

/** Objects of a JSON array, of the arrays of an object, or of lines, as rows below the names of their fields. */
function rowsOfObjects(text: string): string[][] {
  const lists = jsonLists(text.slice(0, MAX_JSON));
  return lists.flatMap((list) => {
    const objects = list.slice(0, MAX_ROWS).filter(isRecord);
    const keys = [...new Set(objects.slice(0, 20).flatMap((object) => Object.keys(object)))];
    const textOfField = (value: unknown) => (typeof value === 'string' ? value : '');
    return objects.length > 1
      ? [keys, ...objects.map((object) => keys.map((key) => textOfField(object[key])))]
      : [];
  });
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonLists(text: string): unknown[][] {
  const parsed = parsedJson(text);
  if (Array.isArray(parsed)) return [parsed];
  if (isRecord(parsed))
    return Object.entries(parsed)
      .flatMap(([key, value]) => (Array.isArray(value) && !CREDITED.test(key) ? [value] : []))
      .slice(0, 5);
  const lines = text.split('\n', MAX_ROWS).map(parsedJson);
  return [lines.filter(isRecord)];
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
