import createDOMPurify from 'dompurify';
import { JSDOM } from 'jsdom';
import { maxPixels } from './image-types.ts';
import { RejectedImageError } from './rejected-image-error.ts';
import { inlineStyles } from './svg-styles.ts';
import { svgAttributes, svgElements, svgTextElements } from './svg-subset.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';
/** Parsing time grows faster than the text, so the size is limited. */
const maxElements = 10_000;
const maxDepth = 100;
const maxAttributes = 200;

/** A start tag (its end in the first group where it closes itself) or an end tag. Each match ends at the next `<`. */
const tagPattern = /<(?:\/[^<>]*>|[^\s<>/!?](?:[^<>"']|"[^<"]*"|'[^<']*')*>)/g;
/** A reference into the same document, and a fallback colour. */
const localUrl = /^url\(\s*(["']?)(#[\w.-]+)\1\s*\)(\s+[\w#]+)?$/;

/** Parts of a value that could reference another resource, or hide a reference. */
const suspicious = /url\s*\(|[\\<]|\/\*|:\/\//i;

/**
 * Rewrites an SVG so that it cannot run, load or link anything: elements and attributes of
 * `svg-subset.ts`, references only within itself, no style sheets. Slow for large drawings: call it in a thread.
 * @throws RejectedImageError
 */
export function sanitizeSvg(content: Uint8Array): Uint8Array {
  const source = decode(content);
  if (/<!ENTITY/i.test(source) || /<!DOCTYPE[^>]*\[/i.test(source))
    throw new RejectedImageError('SVG_ENTITIES');
  limitTree(source);
  const { window } = new JSDOM('');
  const parsed = new window.DOMParser().parseFromString(source, 'image/svg+xml').documentElement;
  if (parsed.getElementsByTagName('parsererror').length > 0 || parsed.localName === 'parsererror')
    throw new RejectedImageError('DAMAGED');
  if (parsed.namespaceURI !== SVG || parsed.tagName !== 'svg') throw new RejectedImageError('TYPE_MISMATCH');

  inlineStyles(parsed);
  createDOMPurify(window).sanitize(parsed, {
    IN_PLACE: true,
    NAMESPACE: SVG,
    PARSER_MEDIA_TYPE: 'application/xhtml+xml',
    ALLOWED_TAGS: svgElements,
    ALLOWED_ATTR: [...svgAttributes, 'xmlns', 'xlink:href'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });
  const allowed = new Set(svgAttributes);
  const elements = new Set(svgElements);
  for (const element of [...parsed.getElementsByTagName('*')]) {
    if (element.namespaceURI !== SVG || !elements.has(element.localName)) element.remove();
  }
  for (const element of [parsed, ...parsed.getElementsByTagName('*')]) {
    keepLocal(element, allowed);
    if (!svgTextElements.includes(element.localName)) dropText(element);
  }
  limitSize(parsed);
  return Buffer.from(new window.XMLSerializer().serializeToString(parsed));
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new RejectedImageError('TYPE_MISMATCH');
  }
}

/** Counts tags, their nesting and their attributes before anything is built from them. */
function limitTree(source: string): void {
  if (!/<svg[\s>/]/.test(source)) throw new RejectedImageError('TYPE_MISMATCH');
  let elements = 0;
  let depth = 0;
  for (const [tag] of source.matchAll(tagPattern)) {
    if (tag.startsWith('</')) depth -= 1;
    else {
      elements += 1;
      if (!tag.endsWith('/>')) depth += 1;
      if (tag.split('=', maxAttributes + 2).length > maxAttributes + 1)
        throw new RejectedImageError('TOO_COMPLEX');
    }
    if (elements > maxElements || depth > maxDepth) throw new RejectedImageError('TOO_COMPLEX');
  }
}

/** Keeps allowed attributes that reference nothing outside the document. */
function keepLocal(element: Element, allowed: Set<string>): void {
  const reference = element.getAttributeNS(XLINK, 'href') ?? element.getAttribute('href');
  for (const attribute of [...element.attributes]) {
    const { name, namespaceURI, value } = attribute;
    if (name === 'xmlns' && value === SVG) continue;
    const isForeign = namespaceURI !== null || !allowed.has(name) || name === 'href';
    const isOddId = name === 'id' && !/^[\w.-]+$/.test(value);
    if (isForeign || isOddId || (suspicious.test(value) && !localUrl.test(value.trim()))) {
      element.removeAttributeNode(attribute);
    }
  }
  if (reference && /^#[\w.-]+$/.test(reference)) element.setAttribute('href', reference);
}

/** Removes the text of removed elements and whitespace between lines. */
function dropText(element: Element): void {
  for (const node of [...element.childNodes]) if (node.nodeType !== node.ELEMENT_NODE) node.remove();
}

/** Limits `width` and `height`, by which pages reserve space. */
function limitSize(svg: Element): void {
  const [, , boxWidth, boxHeight] = (svg.getAttribute('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const width = Number.parseFloat(svg.getAttribute('width') ?? '') || boxWidth || 0;
  const height = Number.parseFloat(svg.getAttribute('height') ?? '') || boxHeight || 0;
  if (width * height > maxPixels) throw new RejectedImageError('TOO_MANY_PIXELS');
}
