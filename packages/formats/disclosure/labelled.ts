import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { isFullDate, isPersonName, personalColumns } from './personal-tables.ts';
import { listed, shown } from './texts.ts';

const person = (reason: string, value: string): Disclosure => ({
  kind: 'person',
  reason: `${reason}: ${shown(value)}`,
});
/** `Patient name: Doe, John`, as devices and forms write it. */
const PATIENT =
  /^[^\S\n]{0,20}(?:["#;%*|-]{1,3}[^\S\n]?)?(?:patient|name of (?:the )?patient|patient(?:['’]s)?[ _-]?name|subject[ _-]?name|participant[ _-]?name|patientenname)["*]{0,3}[^\S\n]{0,9}[:=|\t][^\S\n"*]{0,20}([^\n"|*;\t]{3,80})/gim;
const BIRTH =
  /(?:^|[\s"(,;|])(?:date of birth|birth ?date|d\.?o\.?b\.?|geburtsdatum|geb\. am)["*]{0,3}[^\S\n]{0,9}[:=|\t][^\S\n"*]{0,20}([\d][\d./ A-Za-z-]{5,20})/gim;
const MAX_FOUND = 20;

/** Persons whom a text names behind a label. */
export function labelledPersons(text: string): Disclosure[] {
  const values = (form: RegExp) =>
    [...text.matchAll(form)].slice(0, MAX_FOUND).map(([, value = '']) => value.trim());
  const names = values(PATIENT).filter((name) => isPersonName(name) && !isNobody(name));
  const births = values(BIRTH).filter(isFullDate);
  // A day alone is an example as often as not.
  if (names.length === 0) return [];
  return [
    person('Names the patient', listed(names)),
    ...(births.length > 0 ? [person('Date of birth', listed(births))] : []),
  ];
}

/** Patients of HL7 messages (version 2, the segment PID), and persons of GEDCOM. */
export function messagePersons(text: string): Disclosure[] {
  // A vertical tab begins a message.
  if (text.trimStart().startsWith('MSH|')) {
    const names = text.split(/[\r\n]+/, 10_000).flatMap((line) => {
      const [segment, , , , , name = ''] = line.split('|', 7);
      return segment === 'PID' && !isNobody(name) ? [name] : [];
    });
    return names.length > 0 ? [person('Names the patient', listed(names))] : [];
  }
  if (!/^\uFEFF?0 HEAD\b/.test(text)) return [];
  const names = [...text.matchAll(/^1 NAME ([^\r\n]{2,100})/gm)].map(([, name = '']) =>
    name.replaceAll('/', ''),
  );
  return names.length > 0 ? [person('Names persons', listed(names))] : [];
}

/** Columns that rows are inserted into, of SQL, or that the tables of a SQLite database have. */
export function databaseColumns(text: string, isDatabase: boolean): Disclosure[] {
  const form = isDatabase
    ? /\bCREATE TABLE [^(\n]{1,100}\(([^;]{1,4000})/gi
    : /\bINSERT INTO [^(\n]{1,100}\(([^)]{1,2000})\)\s{0,9}VALUES\b/gi;
  for (const [, list = ''] of [...text.matchAll(form)].slice(0, 200)) {
    const columns = list
      .split(',')
      .map((part) => /["'`[]?([\p{L}_][\p{L}\d_ ]{0,40}?)["'`\]]?(?:\s|$)/u.exec(part)?.[1] ?? '');
    const found = personalColumns([columns, columns.map(() => '123')]);
    if (found.length > 0) return found;
  }
  return [];
}
