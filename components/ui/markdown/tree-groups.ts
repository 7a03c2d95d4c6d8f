import type { MarkdownElement, MarkdownNode } from '@labroom/markdown/markdown-node';

/** Nodes that are drawn together. */
export const GROUP_NODES = 400;

/** Elements that may be drawn piece by piece. */
const DIVISIBLE = new Set('blockquote code div li ol p pre section table tbody thead tr ul'.split(' '));
/** Elements that hold elements alone: spaces between them are nothing. */
const WITHOUT_TEXT = new Set(['ol', 'table', 'tbody', 'thead', 'tr', 'ul']);

/** Nodes that are drawn together, or one element that is drawn piece by piece. */
export type TreeGroup = { nodes: readonly MarkdownNode[] } | { large: MarkdownElement };

/** The children of an element or a root in groups of bounded size. */
export function groupsOf(children: readonly MarkdownNode[], parent?: string): TreeGroup[] {
  const groups: TreeGroup[] = [];
  let nodes: MarkdownNode[] = [];
  let size = 0;
  const endGroup = () => {
    if (nodes.length > 0) groups.push({ nodes });
    nodes = [];
    size = 0;
  };
  for (const child of children) {
    if (parent && WITHOUT_TEXT.has(parent) && child.type === 'text') continue;
    const weight = weightOf(child);
    if (size > 0 && size + weight > GROUP_NODES) endGroup();
    if (weight > GROUP_NODES && child.type === 'element' && DIVISIBLE.has(child.tagName)) {
      groups.push({ large: child });
      continue;
    }
    nodes.push(child);
    size += weight;
  }
  endGroup();
  return groups;
}

/** How many groups are drawn at once: small ones, such as the head of a table, with the beginning of a large one. */
export function firstOf(groups: readonly TreeGroup[]): number {
  const [first, second] = groups;
  if (!first || !second || !('nodes' in first) || !('large' in second)) return 1;
  return first.nodes.reduce((sum, node) => sum + weightOf(node), 0) < GROUP_NODES / 2 ? 2 : 1;
}

function weightOf(node: MarkdownNode): number {
  return node.type === 'text' ? 1 : node.children.reduce((sum, child) => sum + weightOf(child), 1);
}
