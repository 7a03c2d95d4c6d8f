import { countDrawn } from '@labroom/protocol/svg/count-drawn';
import { inlineStyles } from '@labroom/protocol/svg/inline-styles';
import { parseSvg, SvgError, type SvgProblem } from '@labroom/protocol/svg/parse-svg';
import { elementsById, everyElement, referencedId, type SvgElement } from '@labroom/protocol/svg/svg-element';
import { sizeOf } from '@labroom/protocol/svg/svg-size';
import type { ImageRefusal } from '#platform/db/tables/labs.ts';
import { maxPixels, shownSide } from './image-types.ts';
import { RejectedImageError } from './rejected-image-error.ts';
import { svgAttributes, svgContainers, svgElements, svgTextElements } from './svg-subset.ts';

const limits = { elements: 10_000, depth: 64, attributes: 200 };
/** Elements after every reference is written out. */
const maxDrawn = 10_000;
const maxText = 2_000;

const refusals: Record<SvgProblem, ImageRefusal> = {
  NOT_SVG: 'TYPE_MISMATCH',
  DAMAGED: 'DAMAGED',
  ENTITIES: 'SVG_ENTITIES',
  TOO_COMPLEX: 'TOO_COMPLEX',
};

const allowedElements = new Set(svgElements);
const allowedAttributes = new Set(svgAttributes);
const containers = new Set(svgContainers);
/** Elements of which only the content is kept. */
const transparent = new Set(['a', 'switch']);
/** A reference into the same document, and a fallback colour. */
const localUrl = /^url\(\s*(["']?)(#[\w.-]+)\1\s*\)(\s+[\w#]+)?$/;
/** Parts of a value that could reference another resource, or hide a reference. */
const suspicious = /url\s*\(|[\\<]|\/\*|:\/\//i;

/**
 * Rewrites an SVG for the rasterizer: elements and attributes of `svg-subset.ts`, references only within itself, no style
 * sheets, and a size of `shownSide` pixels. Rejects drawings that multiply. Takes time in proportion to the text.
 * @throws RejectedImageError
 */
export function cleanSvg(content: Uint8Array): string {
  const parsed = parse(decode(content));
  const clean = cleanElement(parsed);
  requireBounded(clean);
  setSize(clean);
  return serialize(clean, ' xmlns="http://www.w3.org/2000/svg"');
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new RejectedImageError('TYPE_MISMATCH');
  }
}

function parse(source: string): SvgElement {
  try {
    const root = parseSvg(source, limits);
    inlineStyles(root);
    return root;
  } catch (error) {
    if (error instanceof SvgError) throw new RejectedImageError(refusals[error.problem]);
    throw error;
  }
}

function cleanElement({ name, attributes, children }: SvgElement): SvgElement {
  return {
    name,
    attributes: new Map([...attributes].filter(([key, value]) => isKept(key, value))),
    children: cleanChildren(children, svgTextElements.includes(name)),
  };
}

function cleanChildren(children: SvgElement['children'], keepsText: boolean): SvgElement['children'] {
  return children.flatMap((child) => {
    if (typeof child === 'string') return keepsText ? [child] : [];
    if (transparent.has(child.name)) return cleanChildren(child.children, keepsText);
    return allowedElements.has(child.name) ? [cleanElement(child)] : [];
  });
}

/** Whether an attribute is allowed and references nothing outside the document. */
function isKept(key: string, value: string): boolean {
  if (!allowedAttributes.has(key)) return false;
  if (key === 'id') return /^[\w.-]+$/.test(value);
  if (key === 'href') return /^#[\w.-]+$/.test(value);
  return !suspicious.test(value) || localUrl.test(value.trim());
}

/** Rejects what multiplies when it is drawn. */
function requireBounded(root: SvgElement): void {
  const byId = elementsById(root);
  let text = 0;
  for (const element of everyElement(root)) {
    for (const child of element.children) if (typeof child === 'string') text += child.length;
    if (!containers.has(element.name)) continue;
    for (const within of everyElement(element))
      for (const [key, value] of within.attributes) {
        // A pattern may take its content from another one.
        if (key === 'href' && within === element) continue;
        const target = byId.get(referencedId(value) ?? '');
        if (target && containers.has(target.name)) throw new RejectedImageError('TOO_COMPLEX');
      }
  }
  if (text > maxText || countDrawn(root, maxDrawn) > maxDrawn) throw new RejectedImageError('TOO_COMPLEX');
}

/** Gives the root the size of the bitmap, so that it is drawn sharp and no memory is taken for another size. */
function setSize({ attributes }: SvgElement): void {
  const { box, width, height } = sizeOf(attributes);
  if (width * height > maxPixels) throw new RejectedImageError('TOO_MANY_PIXELS');
  const scale = shownSide / Math.max(width, height);
  for (const key of ['viewBox', 'width', 'height']) attributes.delete(key);
  attributes.set('viewBox', box.join(' '));
  attributes.set('width', String(Math.max(1, Math.round(width * scale))));
  attributes.set('height', String(Math.max(1, Math.round(height * scale))));
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => escapes[sign] ?? '');

function serialize({ name, attributes, children }: SvgElement, more = ''): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('');
  const content = children.map((child) => (typeof child === 'string' ? escaped(child) : serialize(child)));
  return content.length === 0
    ? `<${name}${more}${written}/>`
    : `<${name}${more}${written}>${content.join('')}</${name}>`;
}
