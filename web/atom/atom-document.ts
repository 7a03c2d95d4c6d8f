import 'server-only';

export interface AtomFeed {
  /** An IRI that never changes. */
  id: string;
  title: string;
  /** URL of this document. */
  self: string;
  /** URL of the page that it follows. */
  page: string;
  entries: readonly AtomEntry[];
}

export interface AtomEntry {
  /** An IRI that never changes. */
  id: string;
  title: string;
  /** ISO 8601. */
  updated: string;
  author: string;
  /** URL of the page that shows it. */
  page: string;
  summary?: string | null | undefined;
  /** Name of the lab, in a feed of several. */
  source?: string | undefined;
}

/** `updated` of what has no date, such as a feed without entries. */
export const never = '1970-01-01T00:00:00.000Z';

/** When the newest entry was updated. */
export function updatedOf({ entries }: AtomFeed): string {
  return entries.reduce((newest, { updated }) => (updated > newest ? updated : newest), never);
}

/** A feed as an Atom document (RFC 4287). All texts are plain, so that no reader runs anything of them. */
export function atomDocument(feed: AtomFeed): string {
  const lines = [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
    element('id', feed.id),
    element('title', feed.title),
    element('updated', updatedOf(feed)),
    `<link rel="self" type="application/atom+xml" href="${escaped(feed.self)}"/>`,
    `<link rel="alternate" type="text/html" href="${escaped(feed.page)}"/>`,
    '<generator>Labroom</generator>',
    ...feed.entries.map(entryElement),
    '</feed>',
  ];
  return `${lines.join('\n')}\n`;
}

function entryElement({ id, title, updated, author, page, summary, source }: AtomEntry): string {
  const lines = [
    '<entry>',
    element('id', id),
    element('title', title),
    element('updated', updated),
    `<author>${element('name', author)}</author>`,
    `<link rel="alternate" type="text/html" href="${escaped(page)}"/>`,
    ...(source ? [`<category term="${escaped(source)}"/>`] : []),
    ...(summary ? [element('summary', summary)] : []),
    '</entry>',
  ];
  return lines.join('\n');
}

function element(name: string, text: string): string {
  return `<${name}>${escaped(text)}</${name}>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Text for an element or attribute. Characters that XML 1.0 does not have are replaced. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
