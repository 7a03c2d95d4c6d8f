import { type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns the names of the fields selected on a resolver's result, or on each item of a list, regardless of aliases.
 * Fields that `@skip` or `@include` exclude are included.
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
