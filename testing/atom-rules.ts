import { JSDOM } from 'jsdom';

const ATOM = 'http://www.w3.org/2005/Atom';
/** RFC 3339. */
const dateTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const allowed = {
  feed: 'author category contributor generator icon id link logo rights subtitle title updated entry'.split(
    ' ',
  ),
  entry: 'author category content contributor id link published rights source summary title updated'.split(
    ' ',
  ),
};

export interface AtomSummary {
  id: string;
  title: string;
  updated: string;
  self: string;
  entries: { id: string; title: string; updated: string; link: string; summary: string | null }[];
}

/** Parses an Atom document with a strict XML parser and checks it against the rules of RFC 4287. @throws Error */
export function parseAtom(text: string): AtomSummary {
  const document = new new JSDOM('').window.DOMParser().parseFromString(text, 'application/xml');
  const feed = document.documentElement;
  if (feed.localName === 'parsererror') throw new Error(feed.textContent ?? 'not XML');
  require(feed.localName === 'feed' && feed.namespaceURI === ATOM, 'the root is atom:feed');
  const entries = childrenOf(feed, 'entry').map(parseEntry);
  const ids = entries.map(({ id, updated }) => `${id} ${updated}`);
  require(new Set(ids).size === ids.length, 'entries with one id differ in atom:updated');
  const whole = { ...parseCommon(feed, 'feed'), self: linkOf(feed, 'self') };
  require(childrenOf(feed, 'author').length > 0 ||
    childrenOf(feed, 'entry').every(
      (entry) => childrenOf(entry, 'author').length > 0,
    ), 'the feed or each entry has an author');
  require(entries.every(({ updated }) => updated <= whole.updated), 'the feed is as new as its newest entry');
  return { ...whole, entries };
}

function parseEntry(entry: Element) {
  for (const author of childrenOf(entry, 'author'))
    require(oneOf(author, 'name') !== '', 'an author has a name');
  const [summary, another] = childrenOf(entry, 'summary');
  require(!another, 'an entry has at most one atom:summary');
  const link = linkOf(entry, 'alternate');
  return { ...parseCommon(entry, 'entry'), link, summary: summary?.textContent ?? null };
}

/** What feed and entry share: exactly one id, title and updated; only known elements; links that are told apart. */
function parseCommon(element: Element, kind: 'feed' | 'entry') {
  for (const child of element.children)
    require(child.namespaceURI !== ATOM ||
      allowed[kind].includes(child.localName), `${child.localName} in ${kind}`);
  const id = oneOf(element, 'id');
  require(/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/.test(id), `atom:id is an absolute IRI: ${id}`);
  const updated = oneOf(element, 'updated');
  require(dateTime.test(updated), `atom:updated is a date: ${updated}`);
  const links = childrenOf(element, 'link').map((link) => {
    require(URL.canParse(link.getAttribute('href') ?? ''), 'a link has an absolute href');
    return ['rel', 'type', 'hreflang'].map((name) => link.getAttribute(name)).join(' ');
  });
  require(new Set(links).size === links.length, 'links of one relation differ in type or language');
  const title = oneOf(element, 'title');
  require(title.trim() !== '', 'atom:title has text');
  for (const category of childrenOf(element, 'category'))
    require(!!category.getAttribute('term'), 'a category has a term');
  return { id, title, updated };
}

function linkOf(element: Element, relation: string): string {
  const link = childrenOf(element, 'link').find((one) => one.getAttribute('rel') === relation);
  require(!!link, `a link ${relation}`);
  return link?.getAttribute('href') ?? '';
}

function oneOf(element: Element, name: string): string {
  const [child, another] = childrenOf(element, name);
  require(!!child && !another, `exactly one atom:${name}`);
  return child?.textContent ?? '';
}

function childrenOf(element: Element, name: string): Element[] {
  return [...element.children].filter((child) => child.namespaceURI === ATOM && child.localName === name);
}

function require(holds: boolean, rule: string): void {
  if (!holds) throw new Error(`The Atom document breaks a rule: ${rule}.`);
}
