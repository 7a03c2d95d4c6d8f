/** An element of a drawing. Elements of other namespaces have the name `''`. */
export interface SvgElement {
  /** Local name. */
  name: string;
  /** Attributes without a namespace, and `xlink:href` as `href`. */
  attributes: Map<string, string>;
  children: (SvgElement | string)[];
}

/** The elements among the children. */
export function elementsOf({ children }: SvgElement): SvgElement[] {
  return children.filter((child) => typeof child !== 'string');
}

/** The element and all below it, in the order of the document. */
export function* everyElement(root: SvgElement): Generator<SvgElement> {
  yield root;
  for (const child of elementsOf(root)) yield* everyElement(child);
}

/** The first element of each id. */
export function elementsById(root: SvgElement): Map<string, SvgElement> {
  const found = new Map<string, SvgElement>();
  for (const element of everyElement(root)) {
    const id = element.attributes.get('id');
    if (id && !found.has(id)) found.set(id, element);
  }
  return found;
}

/** The id in `#id` or `url(#id)`, or `undefined` for any other value. */
export function referencedId(value: string | undefined): string | undefined {
  return value === undefined ? undefined : /^(?:#|\s*url\(\s*["']?#)([\w.-]+)/.exec(value)?.[1];
}
