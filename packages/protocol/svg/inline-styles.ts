import { SvgError } from './parse-svg.ts';
import { everyElement, type SvgElement } from './svg-element.ts';

/** Properties that are valid in style sheets and as attributes with the same name (SVG 2, 6.6). */
export const presentationAttributes = [
  'clip-path',
  'clip-rule',
  'color',
  'color-interpolation',
  'direction',
  'display',
  'dominant-baseline',
  'fill',
  'fill-opacity',
  'fill-rule',
  'font-family',
  'font-size',
  'font-stretch',
  'font-style',
  'font-variant',
  'font-weight',
  'letter-spacing',
  'marker-end',
  'marker-mid',
  'marker-start',
  'mask',
  'opacity',
  'overflow',
  'paint-order',
  'shape-rendering',
  'stop-color',
  'stop-opacity',
  'stroke',
  'stroke-dasharray',
  'stroke-dashoffset',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-miterlimit',
  'stroke-opacity',
  'stroke-width',
  'text-anchor',
  'text-decoration',
  'text-rendering',
  'vector-effect',
  'visibility',
  'word-spacing',
];

const known = new Set(presentationAttributes);
/** Drawing programs write a few hundred rules. */
const usualLimits = { rules: 1_000, characters: 100_000 };
const selectorPattern = /^([#.]?)([\w-]+)$/;

interface Declaration {
  value: string;
  /** Position among all declarations: a later one wins. */
  order: number;
}

type Declarations = Map<string, Declaration>;

/** Declarations by element name, `.class` and `#id`, merged, so that an element costs one look-up for each of its names. */
type StyleSheet = Map<string, Declarations>;

/**
 * Converts style sheets and `style` attributes into presentation attributes and removes both, so that a drawing keeps
 * its colors without CSS. Supports selectors of one class, id or element name, which drawing programs write; drops all others.
 * Takes time in proportion to the drawing.
 * @throws SvgError `TOO_COMPLEX`
 */
export function inlineStyles(root: SvgElement, limits = usualLimits): void {
  const elements = [...everyElement(root)];
  const css = elements
    .filter(({ name }) => name === 'style')
    .map(({ children }) => children.filter((child) => typeof child === 'string').join(''))
    .join('\n');
  if (css.length > limits.characters) throw new SvgError('TOO_COMPLEX');
  const sheet = readSheet(css, limits.rules);
  for (const { name, attributes } of elements) {
    const classes = [...new Set(attributes.get('class')?.split(/\s+/))].map((each) => `.${each}`);
    const id = attributes.get('id');
    // From the weakest to the strongest.
    apply(attributes, sheet.get(name));
    apply(attributes, merged(classes.flatMap((each) => sheet.get(each) ?? [])));
    if (id !== undefined) apply(attributes, sheet.get(`#${id}`));
    apply(attributes, readDeclarations(attributes.get('style') ?? '', 0));
    attributes.delete('style');
    attributes.delete('class');
  }
}

function readSheet(css: string, maxRules: number): StyleSheet {
  const sheet: StyleSheet = new Map();
  let rules = 0;
  for (const { selectors, block } of rulesOf(withoutComments(css))) {
    rules += 1;
    if (rules > maxRules) throw new SvgError('TOO_COMPLEX');
    const declarations = readDeclarations(block, rules);
    for (const selector of selectors.split(',')) {
      const [, kind, name] = selectorPattern.exec(selector.trim()) ?? [];
      if (kind === undefined || !name) continue;
      const key = kind + name;
      sheet.set(key, merged([sheet.get(key) ?? new Map(), declarations]));
    }
  }
  return sheet;
}

function withoutComments(css: string): string {
  let plain = '';
  for (let at = 0; ; ) {
    const start = css.indexOf('/*', at);
    if (start < 0) return plain + css.slice(at);
    plain += `${css.slice(at, start)} `;
    const end = css.indexOf('*/', start + 2);
    if (end < 0) return plain;
    at = end + 2;
  }
}

/** Rules outside of at-rules, whose blocks contain rules that hold sometimes. */
function* rulesOf(css: string): Generator<{ selectors: string; block: string }> {
  const signs = /[{};]/g;
  let depth = 0;
  let start = 0;
  let selectors = '';
  for (let found = signs.exec(css); found; found = signs.exec(css)) {
    const before = css.slice(start, found.index);
    if (found[0] === '{') {
      if (depth === 0) selectors = before;
      depth += 1;
    } else if (found[0] === '}') {
      if (depth === 1 && !selectors.trimStart().startsWith('@')) yield { selectors, block: before };
      depth = Math.max(0, depth - 1);
    } else if (depth > 0) continue;
    start = found.index + 1;
  }
}

function readDeclarations(text: string, order: number): Declarations {
  const declarations: Declarations = new Map();
  for (const declaration of text.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    if (colon < 0 || !known.has(property)) continue;
    const value = (declaration.slice(colon + 1).split('!')[0] ?? '').trim();
    if (value !== '') declarations.set(property, { value, order });
  }
  return declarations;
}

function merged(all: readonly Declarations[]): Declarations {
  const result: Declarations = new Map();
  for (const declarations of all) {
    for (const [property, declaration] of declarations) {
      const other = result.get(property);
      if (!other || other.order <= declaration.order) result.set(property, declaration);
    }
  }
  return result;
}

function apply(attributes: Map<string, string>, declarations: Declarations | undefined): void {
  for (const [property, { value }] of declarations ?? []) attributes.set(property, value);
}
