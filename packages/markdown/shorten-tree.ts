import type { Nodes } from 'hast';
import { withFewMarks } from './few-marks.ts';
import { type MarkdownElement, type MarkdownNode, type MarkdownTree, maxDepth } from './markdown-node.ts';

/** Characters of attributes that weigh as much as one node: a short definition can be referred to ten thousand times. */
const attributeWeight = 200;

/** Elements that stand on lines of their own. A tree is cut between them only. */
const blocks = new Set(
  'blockquote details div dl dd dt h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody tfoot thead tr ul'.split(
    ' ',
  ),
);

/**
 * A tree without positions, comments, endless combining marks and empty ends, cut between blocks after `limit` nodes.
 * @returns `null` if it is nested too deep, or its first block is too large.
 */
export function shortenTree(tree: Nodes, limit: number): { tree: MarkdownTree; isShortened: boolean } | null {
  if (depthOf(tree) > maxDepth) return null;
  const left = { nodes: limit, isShortened: false };
  const children = take('children' in tree ? tree.children : [], left);
  if (left.isShortened && children.length === 0) return null;
  return { tree: { type: 'root', children }, isShortened: left.isShortened };
}

/** Nodes of a tree that `limit` counts. */
export function nodesOf(tree: MarkdownTree): number {
  return tree.children.reduce((sum, child) => sum + weightOf(child), 0);
}

/** Depth of a tree, which may be far deeper than the stack of this thread allows. */
export function depthOf(tree: object): number {
  let depth = 0;
  let level: unknown[] = [tree];
  while (level.length > 0 && depth <= maxDepth) {
    const below: unknown[] = [];
    for (const node of level) {
      const children = node && typeof node === 'object' && 'children' in node ? node.children : null;
      if (Array.isArray(children)) for (const child of children) below.push(child);
    }
    level = below;
    if (level.length > 0) depth++;
  }
  return depth;
}

function take(nodes: Nodes[], left: { nodes: number; isShortened: boolean }): MarkdownNode[] {
  const taken: MarkdownNode[] = [];
  for (const node of nodes) {
    if (left.isShortened) break;
    if (node.type !== 'text' && node.type !== 'element') continue;
    const isDivisible =
      node.type === 'element' &&
      node.children.some((child) => child.type === 'element' && blocks.has(child.tagName));
    if ((isDivisible ? ownWeight(node) : weightOf(node)) > left.nodes) {
      left.isShortened = true;
      break;
    }
    if (node.type === 'text') {
      left.nodes--;
      taken.push({ type: 'text', value: withFewMarks(node.value) });
      continue;
    }
    left.nodes -= ownWeight(node);
    const children = take(node.children, left);
    if (left.isShortened && children.length === 0) break;
    taken.push({ type: 'element', tagName: node.tagName, properties: propertiesOf(node), children });
  }
  return taken;
}

function weightOf(node: Nodes): number {
  const children = 'children' in node ? node.children : [];
  return children.reduce((sum: number, child) => sum + weightOf(child), ownWeight(node));
}

function ownWeight(node: Nodes): number {
  if (node.type !== 'element') return 1;
  const characters = Object.values(node.properties).reduce(
    (sum: number, value) => sum + String(value ?? '').length,
    0,
  );
  return 1 + Math.floor(characters / attributeWeight);
}

function propertiesOf(node: { properties: Record<string, unknown> }): MarkdownElement['properties'] {
  const kept = Object.entries(node.properties).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(kept) as MarkdownElement['properties'];
}
