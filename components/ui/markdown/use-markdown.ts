'use client';
import type { MarkdownResult } from '@labroom/markdown/markdown-node';
import type { MarkdownRules } from '@labroom/markdown/rules';
import { useEffect } from 'react';
import { useTurnState } from '#components/ui/use-turn-state.ts';
import { askMarkdown } from './markdown-queue.ts';

/** Characters that are parsed, and those of a second try. More would have more elements than are drawn. */
const LENGTHS = [100_000, 12_000] as const;
/** Of the first part of a text, whose size is known when it is drawn. */
const WEIGHT = 250;
const ENDED: MarkdownResult = { tree: null, isShortened: false };

/** The tree of a text that somebody else wrote, parsed in a worker; `null` until then. */
export function useMarkdown(text: string, rules: MarkdownRules): MarkdownResult | null {
  const [parsed, setParsed] = useTurnState<{ text: string; result: MarkdownResult } | null>(null);
  useEffect(() => {
    let current = true;
    parse(text, rules).then((result) => {
      if (current) setParsed({ text, result }, WEIGHT);
    });
    return () => {
      current = false;
    };
  }, [text, rules, setParsed]);
  return parsed?.text === text ? parsed.result : null;
}

/** Parses the text or, if that takes too long, its beginning. */
async function parse(text: string, rules: MarkdownRules): Promise<MarkdownResult> {
  for (const length of LENGTHS) {
    if (length !== LENGTHS[0] && text.length <= length) break;
    const beginning = beginningOf(text, length);
    const result = await askMarkdown({ kind: 'tree', text: beginning, rules });
    if (!result) continue;
    return { ...result, isShortened: result.isShortened || (result.tree !== null && beginning !== text) };
  }
  return ENDED;
}

/** The beginning of a text, cut after a paragraph if there is one. */
function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = text.lastIndexOf('\n\n', length);
  return text.slice(0, end > length / 2 ? end : length).toWellFormed();
}
