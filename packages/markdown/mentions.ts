import type { Nodes, PhrasingContent } from 'mdast';

const mention = /(?<![\p{L}\p{N}_@])@(0x[0-9a-f]{40})(?![\p{L}\p{N}_])/giu;

/** The link that stands for a person in the tree of a comment begins with this; their address follows, lowercase. */
export const mentionPrefix = '#mention-';

/** Turns `@0x…` in text, not in code or links, into links to the wallet, which are shown as a person. */
export function linkMentions(node: Nodes): void {
  if (!('children' in node) || node.type === 'link') return;
  const children: Nodes[] = node.children;
  node.children = children.flatMap((child): Nodes[] => {
    if (child.type !== 'text') {
      linkMentions(child);
      return [child];
    }
    return child.value.split(mention).map((part, at): PhrasingContent => {
      if (at % 2 === 0) return { type: 'text', value: part };
      const children: PhrasingContent[] = [{ type: 'text', value: `@${part}` }];
      return { type: 'link', url: mentionPrefix + part.toLowerCase(), children };
    });
  }) as never;
}
