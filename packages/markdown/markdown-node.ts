/** A node of a sanitized tree, in the form of hast: what React draws an element from. */
export type MarkdownNode = MarkdownText | MarkdownElement;

export interface MarkdownText {
  type: 'text';
  value: string;
}

export interface MarkdownElement {
  type: 'element';
  tagName: string;
  properties: Record<string, MarkdownProperty>;
  children: MarkdownNode[];
}

export type MarkdownProperty = string | number | boolean | (string | number)[];

/** The tree of a Markdown text. It is JSON. */
export interface MarkdownTree {
  type: 'root';
  children: MarkdownNode[];
}

/** A Markdown text as a page shows it. `tree` is `null` if the text is shown as it was written. */
export interface MarkdownResult {
  tree: MarkdownTree | null;
  /** Whether blocks at the end are missing, because the text has more than a page can draw. */
  isShortened: boolean;
}

/** Nodes of one tree: some 25 kB of a README with tables, lists and code. */
export const maxNodes = 8_000;
/** Elements within each other. Deeper ones overflow the stack of what draws them. */
export const maxDepth = 100;
