'use client';
import type { MarkdownElement, MarkdownNode } from '@labroom/markdown/markdown-node';
import { type ComponentProps, memo, useMemo } from 'react';
import ReactMarkdown from 'react-markdown';
import { withoutKernedRuns } from '#components/ui/long-runs.ts';
import { piecesOfText } from '#components/ui/text-pieces.ts';
import { useDrawn } from '#components/ui/use-drawn.ts';
import { firstOf, groupsOf, type TreeGroup } from './tree-groups.ts';

export type MarkdownComponents = NonNullable<ComponentProps<typeof ReactMarkdown>['components']>;

interface DrawnTreeProps {
  nodes: readonly MarkdownNode[];
  /** The same object each time. */
  components: MarkdownComponents;
  /** Name of the element that the nodes are in. */
  parent?: string;
}

/** Draws a sanitized tree, some hundred elements at a time. */
export function DrawnTree({ nodes, components, parent }: DrawnTreeProps) {
  const groups = useMemo(() => groupsOf(nodes, parent), [nodes, parent]);
  const drawn = useDrawn(nodes, groups.length, firstOf(groups));
  return groups.slice(0, drawn).map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change
    <Group key={index} group={group} components={components} />
  ));
}

const Group = memo(function Group({
  group,
  components,
}: {
  group: TreeGroup;
  components: MarkdownComponents;
}) {
  return 'large' in group ? (
    <LargeElement element={group.large} components={components} />
  ) : (
    <Nodes nodes={group.nodes} components={components} />
  );
});

/** Stands in an element for its children. */
const PIECES = 'x-pieces';

function LargeElement({ element, components }: { element: MarkdownElement; components: MarkdownComponents }) {
  const { tagName, children } = element;
  const withPieces = useMemo(
    () => ({
      ...components,
      [PIECES]: () => <DrawnTree nodes={children} components={components} parent={tagName} />,
    }),
    [components, children, tagName],
  );
  // What stands for a picture may be no part of a paragraph.
  const outer = tagName === 'p' && children.some(isPicture) ? 'div' : tagName;
  const pieces: MarkdownElement = { type: 'element', tagName: PIECES, properties: {}, children: [] };
  return <Nodes nodes={[{ ...element, tagName: outer, children: [pieces] }]} components={withPieces} />;
}

/** Long texts in pieces. What is in `code` is drawn by its own component. */
function inPieces(node: MarkdownNode): MarkdownNode[] {
  if (node.type === 'element')
    return [node.tagName === 'code' ? node : { ...node, children: node.children.flatMap(inPieces) }];
  const pieces = piecesOfText(node.value);
  if (pieces.length === 1) return [node];
  return pieces.map((value) => ({
    type: 'element',
    tagName: 'span',
    properties: { className: ['block'] },
    children: [{ type: 'text', value }],
  }));
}

const isPicture = (node: MarkdownNode) => node.type === 'element' && node.tagName === 'img';

/** React-markdown draws the tree that a plugin gives it instead of its empty text, and changes it: it gets a copy. */
function Nodes({ nodes, components }: { nodes: readonly MarkdownNode[]; components: MarkdownComponents }) {
  const plugins = useMemo(
    () => [
      () => () =>
        structuredClone(withoutKernedRuns({ type: 'root' as const, children: nodes.flatMap(inPieces) })),
    ],
    [nodes],
  );
  return (
    <ReactMarkdown rehypePlugins={plugins} components={components}>
      {''}
    </ReactMarkdown>
  );
}
