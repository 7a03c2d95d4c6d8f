import { sanitize } from 'hast-util-sanitize';
import type { Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { mathFromMarkdown } from 'mdast-util-math';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';
import { math } from 'micromark-extension-math';
import { keepFormulas } from './formulas.ts';
import { frontMatterAsCode } from './front-matter.ts';
import { type MarkdownResult, maxNodes } from './markdown-node.ts';
import { linkMentions } from './mentions.ts';
import { allowedMarkup, type MarkdownRules } from './rules.ts';
import { shortenTree } from './shorten-tree.ts';
import { brokenBound, parseBounds } from './text-bounds.ts';

const asWritten: MarkdownResult = { tree: null, isShortened: false };

/**
 * The sanitized tree of an untrusted Markdown text: raw HTML is removed, and links have known protocols. Never throws; a
 * text that cannot be drawn has no tree. It can still take long: call it where nobody waits, and end it after a while.
 * @param limit nodes of the tree. Blocks at the end that have no room are left out.
 */
export function markdownTree(written: string, rules: MarkdownRules, limit = maxNodes): MarkdownResult {
  const text = rules === 'file' ? frontMatterAsCode(written) : written;
  if (brokenBound(text, parseBounds)) return asWritten;
  try {
    // Half of a pair is no character: a page cannot be encoded with it.
    const source = text.toWellFormed();
    const clean = sanitize(toHast(parse(source, rules)), allowedMarkup);
    return shortenTree(clean, limit) ?? asWritten;
  } catch {
    // Nested deeper than the stack.
    return asWritten;
  }
}

function parse(source: string, rules: MarkdownRules): Root {
  const extensions = [gfm()];
  const mdastExtensions = [gfmFromMarkdown()];
  if (rules !== 'file') {
    const tree = fromMarkdown(source, { extensions, mdastExtensions });
    if (rules === 'comment') linkMentions(tree);
    return tree;
  }
  const tree = fromMarkdown(source, {
    extensions: [...extensions, math()],
    mdastExtensions: [...mdastExtensions, mathFromMarkdown()],
  });
  keepFormulas(tree, source);
  return tree;
}
