import type { Nodes } from 'mdast';

// Each one costs time on the page.
const maxFormulas = 500;
const maxCharacters = 1_000;

/**
 * Leaves the formulas between dollar signs that are none as text. What is between two prices is no formula: as in
 * Pandoc, no space follows the first sign or precedes the second, and no digit follows the second.
 */
export function keepFormulas(tree: Nodes, source: string): void {
  let count = 0;
  const visit = (parent: Nodes) => {
    if (!('children' in parent)) return;
    const children: Nodes[] = parent.children;
    for (const [index, node] of children.entries()) {
      if (node.type !== 'inlineMath' && node.type !== 'math') {
        visit(node);
        continue;
      }
      count++;
      const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
      const raw = source.slice(start, end);
      const isPrice =
        node.type === 'inlineMath' &&
        !raw.startsWith('$$') &&
        (/^\$\s|\s\$$/.test(raw) || /\d/.test(source[end] ?? ''));
      if (isPrice) children[index] = { type: 'text', value: raw };
      else if (count > maxFormulas || node.value.length > maxCharacters)
        children[index] =
          node.type === 'math' ? { type: 'code', value: raw } : { type: 'inlineCode', value: raw };
    }
  };
  visit(tree);
}
