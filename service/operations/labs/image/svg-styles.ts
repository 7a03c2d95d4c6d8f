import { RejectedImageError } from './rejected-image-error.ts';
import { presentationAttributes } from './svg-subset.ts';

const known = new Set(presentationAttributes);
const rulePattern = /([^{}]+)\{([^{}]*)\}/g;
/** Drawing programs write a few hundred. */
const maxRules = 1_000;
const maxCss = 100_000;
const selectorPattern = /^([#.]?)([\w-]+)$/;

interface Rule {
  /** `#` an id, `.` a class, otherwise an element's name. */
  kind: string;
  name: string;
  declarations: string;
}

/** How strong a selector is, weakest first. */
const strength = ['', '.', '#'];

/**
 * Converts style sheets and `style` attributes of shapes into presentation attributes and removes both, so that a
 * drawing keeps its colors without CSS. Supports selectors of one class, id or element name, which drawing programs
 * write; drops all others.
 * @throws RejectedImageError
 */
export function inlineStyles(root: Element): void {
  const sheets = [...root.getElementsByTagName('style')];
  const css = sheets.map((sheet) => sheet.textContent ?? '').join('\n');
  if (css.length > maxCss) throw new RejectedImageError('TOO_COMPLEX');
  const rules = rulesOf(css);
  if (rules.length > maxRules) throw new RejectedImageError('TOO_COMPLEX');
  for (const sheet of sheets) sheet.remove();
  for (const element of [root, ...root.getElementsByTagName('*')]) {
    const classes = new Set(element.getAttribute('class')?.split(/\s+/));
    for (const { kind, name, declarations } of rules) {
      const applies =
        kind === '.' ? classes.has(name) : name === (kind === '#' ? element.id : element.localName);
      if (applies) apply(element, declarations);
    }
    apply(element, element.getAttribute('style') ?? '');
    element.removeAttribute('style');
    element.removeAttribute('class');
  }
}

function rulesOf(css: string): Rule[] {
  // Removes at-rules, whose blocks contain rules.
  const plain = css
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/@[^{};]*(?:;|\{(?:[^{}]|\{[^{}]*\})*\})/g, ' ');
  const rules = [...plain.matchAll(rulePattern)].flatMap(([, selectors = '', declarations = '']) =>
    selectors.split(',').flatMap((selector) => {
      const [, kind, name] = selectorPattern.exec(selector.trim()) ?? [];
      return kind !== undefined && name ? [{ kind, name, declarations }] : [];
    }),
  );
  return rules.sort((a, b) => strength.indexOf(a.kind) - strength.indexOf(b.kind));
}

function apply(element: Element, declarations: string): void {
  for (const declaration of declarations.split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, colon).trim().toLowerCase();
    const value = declaration
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim();
    if (colon > 0 && value !== '' && known.has(property)) element.setAttribute(property, value);
  }
}
