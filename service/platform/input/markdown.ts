import { type BoundName, brokenBound } from '@labroom/markdown/text-bounds';
import { z } from 'zod';
import type { Reason } from '../errors/errors.ts';

/** Markdown that pages draw: of bounded length, and of a form that takes a bounded time to parse. */
export const markdown = (longest: number) =>
  z
    .string()
    .max(longest)
    .superRefine((text, issues) => {
      if (text.length > longest) return;
      const broken = brokenBound(text);
      if (!broken) return;
      const { line, limit, name } = broken;
      const message = `has more than ${limit.toLocaleString('en')} ${boundNames[name]}, in line ${line}`;
      const params = { reason: 'TEXT_TOO_COMPLEX' satisfies Reason, bound: { name, limit, line } };
      issues.addIssue({ code: 'custom', message, params });
    });

const boundNames: Record<BoundName, string> = {
  depth: 'quotes and lists within each other',
  nestedLines: 'lines in quotes and lists, each counted as often as it is nested',
  paragraphDelimiters: 'of the signs * _ ~ [ ] in one paragraph',
  delimiters: 'of the signs * _ ~ [ ]',
  cells: 'cells in tables, where each row counts as wide as its header',
  underlines: 'underlined headings',
  references: 'footnotes and definitions of links',
};
