import { tagsOf } from '../office/xml-tags.ts';
import { unpackStart, type ZipEntry } from '../zip/read-zip.ts';
import type { Disclosure } from './disclosure.ts';
import { isNobody } from './is-nobody.ts';
import { countOf, listed, wholeTextOf } from './texts.ts';
import { valuesOf } from './xmp.ts';

const MAX_PART = 8 * 1024 * 1024;
const MAX_PARTS = 60;

/** A document that is a ZIP of XML parts. */
export interface Package {
  file: Blob;
  entries: readonly ZipEntry[];
}

/** The text of a part; `''` without one. */
export async function partOf({ file, entries }: Package, name: string): Promise<string> {
  const entry = entries.find((one) => one.name === name);
  if (!entry) return '';
  const { content } = await unpackStart(file, entry, MAX_PART);
  return wholeTextOf(new Uint8Array(await content.arrayBuffer()));
}

/** The parts whose names match, one after the other. */
async function* partsOf(document: Package, name: RegExp): AsyncGenerator<string> {
  const wanted = document.entries.filter((entry) => name.test(entry.name)).slice(0, MAX_PARTS);
  for (const entry of wanted) yield partOf(document, entry.name);
}

export function authors(labelled: readonly (readonly [label: string, values: string[]])[]): Disclosure[] {
  const seen = new Set<string>();
  return labelled.flatMap(([label, values]): Disclosure[] => {
    const named = listed(values.filter((value) => !isNobody(value) && !seen.has(value)));
    for (const value of values) seen.add(value);
    return named ? [{ kind: 'person', reason: `${label}: ${named}` }] : [];
  });
}

/** What a Word, Excel or PowerPoint file (ECMA-376) says of its authors, and what it does not show at once. */
export async function officeDisclosures(document: Package): Promise<Disclosure[]> {
  const core = await partOf(document, 'docProps/core.xml');
  const app = await partOf(document, 'docProps/app.xml');
  return [
    ...authors([
      ['Names its author', valuesOf(core, 'dc:creator')],
      ['Names who saved it last', valuesOf(core, 'cp:lastModifiedBy')],
      ['Names a manager', valuesOf(app, 'Manager')],
    ]),
    ...customProperties(await partOf(document, 'docProps/custom.xml')),
    ...(await comments(document)),
    ...(await trackedChanges(document)),
    ...(await hiddenSheets(document)),
    ...(await slides(document)),
  ];
}

/** Properties that a company or a program adds, which name a person by what they are called, or by an address. */
const PERSON_PROPERTY =
  /author|owner|patient|subject name|client|editor|checked by|recorded by|reviewer|approver|sender|contact/i;

function customProperties(xml: string): Disclosure[] {
  const found: string[] = [];
  let property = '';
  for (const tag of tagsOf(xml)) {
    if (tag.name === 'property') property = tag.attribute('name') ?? '';
    else if (tag.name === 'lpwstr' || tag.name === 'lpstr') {
      const isAddress = /^[\w.+-]{1,64}@[\w-]{1,63}\.[\w.-]{2,63}$/.test(tag.text.trim());
      if (isAddress || (PERSON_PROPERTY.test(property) && !isNobody(tag.text)))
        found.push(`${property} ${tag.text}`);
    }
  }
  return found.length > 0
    ? [{ kind: 'person', reason: `Has properties about persons: ${listed(found)}` }]
    : [];
}

async function comments(document: Package): Promise<Disclosure[]> {
  let count = 0;
  const by = new Set<string>();
  const part =
    /^(word\/comments\.xml|xl\/(comments\d*|threadedComments\/.+|comments\/.+)\.xml|ppt\/comments\/.+\.xml)$/;
  for await (const xml of partsOf(document, part)) {
    let isAuthor = false;
    for (const tag of tagsOf(xml)) {
      if (tag.name === 'comment' || tag.name === 'threadedComment' || tag.name === 'cm') count += 1;
      isAuthor = tag.name === 'author';
      const author = isAuthor ? tag.text : tag.name === 'comment' ? tag.attribute('author') : undefined;
      if (author) by.add(author);
    }
  }
  if (count === 0) return [];
  for await (const xml of partsOf(document, /^(xl\/persons\/.+|ppt\/commentAuthors|ppt\/authors)\.xml$/))
    for (const tag of tagsOf(xml)) {
      const name =
        tag.attribute('displayName') ??
        (/^(cmAuthor|author)$/.test(tag.name) ? tag.attribute('name') : undefined);
      if (name) by.add(name);
    }
  return [{ kind: 'hidden', reason: `Has ${countOf(count, 'comment')}${byOf(by)}` }];
}

const byOf = (names: ReadonlySet<string>) => {
  const named = listed([...names].filter((name) => !isNobody(name)));
  return named && ` by ${named}`;
};

async function trackedChanges(document: Package): Promise<Disclosure[]> {
  let count = 0;
  const by = new Set<string>();
  for await (const xml of partsOf(document, /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/))
    for (const tag of tagsOf(xml)) {
      const author = /^(ins|del|moveFrom|moveTo)$/.test(tag.name) ? tag.attribute('author') : undefined;
      if (author === undefined) continue;
      count += 1;
      by.add(author);
    }
  return count === 0
    ? []
    : [{ kind: 'hidden', reason: `Has ${countOf(count, 'tracked change')}${byOf(by)}` }];
}

async function hiddenSheets(document: Package): Promise<Disclosure[]> {
  const found: Disclosure[] = [];
  const hidden: string[] = [];
  for (const tag of tagsOf(await partOf(document, 'xl/workbook.xml')))
    if (tag.name === 'sheet' && /^(veryH|h)idden$/.test(tag.attribute('state') ?? ''))
      hidden.push(tag.attribute('name') ?? '');
  if (hidden.length > 0)
    found.push({
      kind: 'hidden',
      reason: `Has ${countOf(hidden.length, 'hidden sheet')}: ${listed(hidden)}`,
    });
  let [rows, columns] = [0, 0];
  for await (const xml of partsOf(document, /^xl\/worksheets\/[^/]+\.xml$/))
    for (const tag of tagsOf(xml)) {
      const isHidden = /^(row|col)$/.test(tag.name) && /^(1|true)$/.test(tag.attribute('hidden') ?? '');
      if (!isHidden) continue;
      // Rows without cells, and the empty columns up to the end of the sheet, hide nothing.
      if (tag.name === 'row' && !tag.isEmpty) rows += 1;
      const last = Number(tag.attribute('max'));
      if (tag.name === 'col' && last - Number(tag.attribute('min')) < 1_000)
        columns += Math.max(1, last - Number(tag.attribute('min')) + 1);
    }
  const both = [rows > 0 && countOf(rows, 'hidden row'), columns > 0 && countOf(columns, 'hidden column')];
  if (rows + columns > 0) found.push({ kind: 'hidden', reason: `Has ${both.filter(Boolean).join(' and ')}` });
  return found;
}

async function slides(document: Package): Promise<Disclosure[]> {
  const found: Disclosure[] = [];
  let [hidden, noted] = [0, 0];
  for await (const xml of partsOf(document, /^ppt\/slides\/[^/]+\.xml$/))
    for (const tag of tagsOf(xml)) {
      if (tag.name !== 'sld') continue;
      if (/^(0|false)$/.test(tag.attribute('show') ?? '')) hidden += 1;
      break;
    }
  for await (const xml of partsOf(document, /^ppt\/notesSlides\/[^/]+\.xml$/)) {
    let isField = false;
    let text = '';
    for (const tag of tagsOf(xml)) {
      if (tag.name === 'fld' || tag.name === '/fld') isField = tag.name === 'fld';
      // The number of the slide is no note.
      if (tag.name === 't' && !isField) text += tag.text;
    }
    if (text.trim()) noted += 1;
  }
  if (hidden > 0) found.push({ kind: 'hidden', reason: `Has ${countOf(hidden, 'hidden slide')}` });
  if (noted > 0) found.push({ kind: 'hidden', reason: `Has speaker notes on ${countOf(noted, 'slide')}` });
  return found;
}
