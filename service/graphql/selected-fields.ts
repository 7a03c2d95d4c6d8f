import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

/**
 * Returns the names of the fields selected on a resolver's result, or on each item of a list, regardless of aliases.
 * Fields that `@skip` or `@include` exclude are included.
 * @param child the result's field whose selected fields are returned instead, e.g. `nodes` of a page
 */
export function selectedFields({ fieldNodes, fragments }: GraphQLResolveInfo, child?: string): Set<string> {
  const fieldsOf = (selection: SelectionSetNode | undefined): FieldNode[] =>
    (selection?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node];
      return fieldsOf(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]?.selectionSet,
      );
    });
  const selected = fieldNodes.flatMap(({ selectionSet }) => fieldsOf(selectionSet));
  const wanted = child
    ? selected
        .filter(({ name }) => name.value === child)
        .flatMap(({ selectionSet }) => fieldsOf(selectionSet))
    : selected;
  return new Set(wanted.map(({ name }) => name.value));
}
