import { elementsById, elementsOf, referencedId, type SvgElement } from './svg-element.ts';

/** Drawn only where something refers to them. */
const definitions = new Set([
  'defs',
  'symbol',
  'clipPath',
  'mask',
  'pattern',
  'marker',
  'filter',
  'linearGradient',
  'radialGradient',
  'style',
  'title',
  'desc',
  'metadata',
]);
const paths = new Set(['path', 'line', 'polyline', 'polygon']);
/** Attributes whose value applies to all elements below. */
const inherited = ['fill', 'stroke', 'marker-start', 'marker-mid', 'marker-end'];
/** Attributes that draw what they refer to for the element alone. */
const own = ['clip-path', 'mask', 'filter'];

/** Levels of elements and references. */
const maxLevels = 500;
/** A gradient with fewer stops and references to other gradients costs no more than a colour. */
const partsOfPlainGradient = 16;

/**
 * Counts the elements that are drawn when every reference is written out: copies by `use`, and the content of clip paths, masks,
 * patterns and markers for each element (markers: each vertex) that refers to them. Counts until `most` is exceeded, so the work is
 * bounded by `most`, whatever the drawing multiplies.
 * @param root after `inlineStyles`
 * @returns `most + 1` if there are more
 */
export function countDrawn(root: SvgElement, most: number): number {
  const byId = elementsById(root);
  /** Elements being written out. A reference to one of them is a circle, which is not drawn. */
  const active = new Set<SvgElement>();
  let count = 0;

  function drawContent(of: SvgElement | undefined, context: ReadonlyMap<string, string>): void {
    if (!of || active.has(of)) return;
    active.add(of);
    for (const child of elementsOf(of)) draw(child, context);
    active.delete(of);
  }

  function drawReferenced(value: string | undefined, times = 1): void {
    const id = referencedId(value);
    const target = id === undefined ? undefined : byId.get(id);
    if (!target) return;
    if (target.name.endsWith('Gradient')) {
      count += Math.floor(gradientParts(target, byId) / partsOfPlainGradient);
      return;
    }
    for (let at = 0; at < times && count <= most; at += 1) {
      count += 1;
      drawContent(withContent(target, byId), new Map());
    }
  }

  function draw(element: SvgElement, context: ReadonlyMap<string, string>): void {
    const { name, attributes } = element;
    if (active.size > maxLevels) count = most + 1;
    if (count > most || definitions.has(name)) return;
    count += 1;
    const given = inherited.filter((key) => attributes.has(key));
    const within =
      given.length === 0
        ? context
        : new Map([...context, ...given.map((key) => [key, attributes.get(key) ?? ''] as const)]);
    for (const key of own) drawReferenced(attributes.get(key));
    if (name === 'use') {
      const id = referencedId(attributes.get('href'));
      const target = id === undefined ? undefined : byId.get(id);
      if (target && !active.has(target)) {
        active.add(element);
        if (target.name === 'symbol') drawContent(target, within);
        else draw(target, within);
        active.delete(element);
      }
      return;
    }
    if (elementsOf(element).length > 0) {
      drawContent(element, within);
      return;
    }
    drawReferenced(within.get('fill'));
    drawReferenced(within.get('stroke'));
    if (!paths.has(name)) return;
    drawReferenced(within.get('marker-start'));
    drawReferenced(within.get('marker-end'));
    const middle = within.get('marker-mid');
    if (middle !== undefined) drawReferenced(middle, verticesOf(element));
  }

  draw(root, new Map());
  return Math.min(count, most + 1);
}

/** The element, or the one of which a pattern takes the content. */
function withContent(element: SvgElement, byId: ReadonlyMap<string, SvgElement>): SvgElement {
  let found = element;
  for (let links = 0; links < 16 && elementsOf(found).length === 0; links += 1) {
    const id = referencedId(found.attributes.get('href'));
    const next = id === undefined ? undefined : byId.get(id);
    if (!next) break;
    found = next;
  }
  return found;
}

/** Stops of a gradient and of those that it takes them from. */
function gradientParts(gradient: SvgElement, byId: ReadonlyMap<string, SvgElement>): number {
  let parts = 0;
  const seen = new Set<SvgElement>();
  for (let next: SvgElement | undefined = gradient; next && !seen.has(next) && seen.size < 100; ) {
    seen.add(next);
    parts += 1 + elementsOf(next).length;
    const id = referencedId(next.attributes.get('href'));
    next = id === undefined ? undefined : byId.get(id);
  }
  return parts;
}

/** An upper bound of the vertices: the numbers in the path. */
function verticesOf({ attributes }: SvgElement): number {
  const path = attributes.get('d') ?? attributes.get('points') ?? '';
  let numbers = 0;
  let inNumber = false;
  let afterPoint = false;
  for (let at = 0; at < path.length; at += 1) {
    const code = path.charCodeAt(at);
    const isDigit = code >= 48 && code <= 57;
    const isPoint = code === 46;
    // `.5.5` are two numbers.
    if ((isDigit && !inNumber) || (isPoint && inNumber && afterPoint)) numbers += 1;
    if (isPoint) afterPoint = true;
    else if (!isDigit) afterPoint = false;
    inNumber = isDigit || (isPoint && inNumber);
  }
  return attributes.has('d') ? numbers : Math.ceil(numbers / 2);
}
