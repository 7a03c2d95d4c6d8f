import { defaultSchema, type Schema } from 'hast-util-sanitize';

/**
 * What a Markdown text may have beyond GitHub Flavored Markdown: nothing, people that are mentioned (a comment), or
 * formulas and front matter (a file).
 */
export type MarkdownRules = 'text' | 'comment' | 'file';

/** Trees are kept by this number and the hash of their text. Raise it when the same text gives another tree. */
export const rulesVersion = 2;

/** What a tree may hold. Raw HTML is removed before. */
export const allowedMarkup: Schema = {
  ...defaultSchema,
  // Footnote ids are already prefixed. A second prefix would break their links.
  clobberPrefix: '',
  attributes: {
    ...defaultSchema.attributes,
    code: [['className', /^language-./, 'math-inline', 'math-display']],
  },
};
