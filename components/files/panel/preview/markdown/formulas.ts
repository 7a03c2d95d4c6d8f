import remarkMath from 'remark-math';

// Each one costs time on the page.
const MAX_FORMULAS = 500;
const MAX_CHARACTERS = 3_000;

/** The part of a node of a Markdown tree that is used. */
interface Node {
  type: string;
  value?: string;
  children?: Node[];
  position?: { start: { offset?: number }; end: { offset?: number } };
}

/**
 * Formulas between dollar signs. What is between two prices is no formula: as in Pandoc, no space follows the first
 * sign or precedes the second, and no digit follows the second.
 */
export const formulaPlugins = [remarkMath, onlyFormulas];

function onlyFormulas() {
  return (tree: Node, file: { toString(): string }) => {
    const source = String(file);
    let count = 0;
    const visit = (nodes: Node[]) => {
      for (const [index, node] of nodes.entries()) {
        if (node.type === 'inlineMath' || node.type === 'math') {
          count++;
          const [start = 0, end = 0] = [node.position?.start.offset, node.position?.end.offset];
          const raw = source.slice(start, end);
          const isPrice =
            node.type === 'inlineMath' &&
            !raw.startsWith('$$') &&
            (/^\$\s|\s\$$/.test(raw) || /\d/.test(source[end] ?? ''));
          if (isPrice) nodes[index] = { type: 'text', value: raw };
          else if (count > MAX_FORMULAS || (node.value ?? '').length > MAX_CHARACTERS)
            nodes[index] =
              node.type === 'math' ? { type: 'code', value: raw } : { type: 'inlineCode', value: raw };
        } else if (node.children) visit(node.children);
      }
    };
    visit(tree.children ?? []);
  };
}
