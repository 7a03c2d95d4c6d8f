import { type SaxesAttributeNS, SaxesParser } from 'saxes';
import type { SvgElement } from './svg-element.ts';

const SVG = 'http://www.w3.org/2000/svg';
const XLINK = 'http://www.w3.org/1999/xlink';

/** `NOT_SVG`: another kind of file. `ENTITIES`: declares entities, which can multiply. */
export type SvgProblem = 'NOT_SVG' | 'DAMAGED' | 'ENTITIES' | 'TOO_COMPLEX';

/** Thrown for text that is no drawing within the limits. */
export class SvgError extends Error {
  readonly problem: SvgProblem;

  constructor(problem: SvgProblem) {
    super(problem);
    this.name = 'SvgError';
    this.problem = problem;
  }
}

export interface SvgLimits {
  elements: number;
  /** Levels of elements. */
  depth: number;
  /** Attributes of one element. */
  attributes: number;
}

/**
 * Parses a drawing in one pass, and ends it at the first limit that it exceeds. Comments and instructions are left out.
 * @throws SvgError
 */
export function parseSvg(source: string, limits: SvgLimits): SvgElement {
  const parser = new SaxesParser({ xmlns: true });
  const open: SvgElement[] = [];
  let root: SvgElement | undefined;
  let elements = 0;
  let attributes = 0;
  parser.on('doctype', (declaration) => {
    if (declaration.includes('[')) throw new SvgError('ENTITIES');
  });
  parser.on('opentagstart', () => {
    elements += 1;
    attributes = 0;
    if (elements > limits.elements || open.length >= limits.depth) throw new SvgError('TOO_COMPLEX');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > limits.attributes) throw new SvgError('TOO_COMPLEX');
  });
  parser.on('opentag', (tag) => {
    const element: SvgElement = {
      name: tag.uri === SVG ? tag.local : '',
      attributes: attributesOf(Object.values(tag.attributes)),
      children: [],
    };
    if (!root && element.name !== 'svg') throw new SvgError('NOT_SVG');
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  const addText = (text: string) => {
    open.at(-1)?.children.push(text);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(source).close();
  } catch (error) {
    if (error instanceof SvgError) throw error;
    // Everything else is a violation of XML.
    throw new SvgError(root || source.includes('<svg') ? 'DAMAGED' : 'NOT_SVG');
  }
  if (!root) throw new SvgError('NOT_SVG');
  return root;
}

function attributesOf(given: SaxesAttributeNS[]): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const { uri, prefix, local, value } of given) {
    if (uri === XLINK && local === 'href' && !attributes.has('href')) attributes.set('href', value);
    else if (uri === '' && prefix === '') attributes.set(local, value);
  }
  return attributes;
}
