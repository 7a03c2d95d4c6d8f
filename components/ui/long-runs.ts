import type { MarkdownElement, MarkdownNode, MarkdownTree } from '@labroom/markdown/markdown-node';

/** Longer than any word. */
const LONG_RUN = 200;

/**
 * A tree whose runs of characters without a space have no kerning where they are longer than any word. Between kerned characters a browser
 * may not break a line without shaping the whole run again, so a run of a hundred thousand of them keeps a page from answering for seconds.
 */
export function withoutKernedRuns(tree: MarkdownTree): MarkdownTree {
  return { ...tree, children: tree.children.flatMap(unkerned) };
}

function unkerned(node: MarkdownNode): MarkdownNode[] {
  if (node.type === 'element') return [{ ...node, children: node.children.flatMap(unkerned) }];
  const { value } = node;
  if (value.length < LONG_RUN) return [node];
  const nodes: MarkdownNode[] = [];
  let at = 0;
  for (const { 0: run, index } of value.matchAll(/\S+/g)) {
    if (run.length < LONG_RUN) continue;
    if (index > at) nodes.push({ type: 'text', value: value.slice(at, index) });
    nodes.push(unkernedRun(run));
    at = index + run.length;
  }
  if (at === 0 && nodes.length === 0) return [node];
  if (at < value.length) nodes.push({ type: 'text', value: value.slice(at) });
  return nodes;
}

const unkernedRun = (value: string): MarkdownElement => ({
  type: 'element',
  tagName: 'span',
  properties: { className: ['[font-kerning:none]'] },
  children: [{ type: 'text', value }],
});
