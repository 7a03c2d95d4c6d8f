import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns the names of the fields selected on a resolver's result, or on each item of a list, regardless of aliases.
 * Fields that `@skip` or `@include` exclude are included.
 * @param path of the field below the result whose selected fields are returned instead, e.g. `nodes` of a page
 */
export function selectedFields(info: GraphQLResolveInfo, ...path: string[]): Set<string> {
  return new Set(selectedNodes(info, ...path).map(({ name }) => name.value));
}

/** Like `selectedFields`, with aliases and arguments. */
export function selectedNodes({ fieldNodes, fragments }: GraphQLResolveInfo, ...path: string[]): FieldNode[] {
  const fieldsOf = (selection: SelectionSetNode | undefined): FieldNode[] =>
    (selection?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      return fieldsOf(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet,
      );
    });
  const below = (nodes: readonly FieldNode[]) => nodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet));
  return path.reduce(
    (nodes, child) => below(nodes.filter(({ name }) => name.value === child)),
    below(fieldNodes),
  );
}
