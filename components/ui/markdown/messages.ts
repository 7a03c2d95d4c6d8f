import type { MarkdownResult } from '@labroom/markdown/markdown-node';
import type { MarkdownRules } from '@labroom/markdown/rules';

/** What the worker is asked for: the tree of a text, or the HTML of a formula in TeX. */
export type MarkdownRequest =
  | { kind: 'tree'; text: string; rules: MarkdownRules }
  | { kind: 'formula'; text: string; isDisplay: boolean };

/** `html` is `null` for a formula that cannot be drawn. */
export interface MarkdownAnswers {
  tree: MarkdownResult;
  formula: { html: string | null };
}

/** `slowness`: how many times as long as on a quiet machine this one takes for a text, at least 1. */
export type FromMarkdownWorker =
  | { kind: 'ready'; slowness: number }
  | { kind: 'answer'; answer: MarkdownAnswers[keyof MarkdownAnswers] };
