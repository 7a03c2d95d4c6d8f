import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Names of the fields that are asked of what a resolver gives, or of each of a list, whatever they are called in the
 * answer. Those that `@skip` or `@include` leave out are among them.
 */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo): Set<string> {
  const names = new Set<string>();
  const collect = (selection: SelectionSetNode | undefined) => {
    for (const node of selection?.selections ?? []) {
      if (node.kind === Kind.FIELD) names.add(node.name.value);
      else
        collect(
          node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet,
        );
    }
  };
  for (const { selectionSet } of fieldNodes) collect(selectionSet);
  return names;
}
