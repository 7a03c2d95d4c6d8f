// The end is optional, so that what is no tag is passed over at once, and not tried again from each of its characters.
const TAG = /<((?:[^<>"']|"[^"]*"|'[^']*')*)(?:(>)([^<]*))?/g;
const ATTRIBUTE = /(?<![\w:.-])([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const CHARACTERS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export interface XmlTag {
  /** Name without its namespace prefix; with a slash before the name of an end tag. */
  name: string;
  isEmpty: boolean;
  /** The text up to the next tag. */
  text: string;
  /** Value of the first attribute with a name, which may have a prefix. */
  attribute(name: string): string | undefined;
}

/** Reads the tags of XML one by one. Knows no entities but the five of XML, and no document types. */
export function* tagsOf(xml: string): Generator<XmlTag> {
  for (const [, tag = '', isTag, after = ''] of withoutSections(xml).matchAll(TAG)) {
    if (!isTag) continue;
    const [, end = '', name = ''] = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(tag) ?? [];
    yield {
      name: end + name,
      isEmpty: tag.endsWith('/'),
      get text() {
        return unescapeXml(after);
      },
      attribute(wanted) {
        for (const [, key = '', double, single] of tag.matchAll(ATTRIBUTE)) {
          if (key === wanted || key.slice(key.indexOf(':') + 1) === wanted)
            return unescapeXml(double ?? single ?? '');
        }
        return undefined;
      },
    };
  }
}

/** XML with its CDATA sections as escaped text, and without comments. What of them does not end is left as it is. */
function withoutSections(xml: string): string {
  if (!xml.includes('<!')) return xml;
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf('<!'); at >= 0; at = xml.indexOf('<!', at + 2)) {
    const [begin, close] = SECTIONS.find(([start]) => xml.startsWith(start, at)) ?? [];
    const end = close ? xml.indexOf(close, at) : -1;
    if (!begin || !close || end < 0) {
      if (begin) break;
      continue;
    }
    const text = begin === CDATA ? xml.slice(at + begin.length, end) : '';
    parts.push(xml.slice(from, at), text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
    from = end + close.length;
    at = from - 2;
  }
  parts.push(xml.slice(from));
  return parts.join('');
}

const CDATA = '<![CDATA[';
const SECTIONS = [
  [CDATA, ']]>'],
  ['<!--', '-->'],
] as const;

export const unescapeXml = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (whole, decimal, hex, name) => {
        if (name) return Object.hasOwn(CHARACTERS, name) ? (CHARACTERS[name] ?? whole) : whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
    : text;
