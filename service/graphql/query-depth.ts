import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

/** A field below the depth limit. Not an error of the catalogue (docs/specification/wire.md#limits-of-a-document). */
export class QueryDepthLimitReached extends GraphQLError {
  readonly errorType = 'QueryDepthLimitReached';
}

/** The response keys that lead to cut fields, as a tree. */
interface CutPlace {
  field: FieldNode | undefined;
  below: Map<string, CutPlace>;
}

export interface CutDocument {
  /** Runs in place of the original document, so cut fields cost nothing. */
  document: DocumentNode;
  /** Sets cut fields to `null` and returns an error for each, with the path where it first occurs. */
  restore(data: Record<string, unknown>): QueryDepthLimitReached[];
}

/**
 * Cuts an operation below `limit` levels. A root field is level 1, the fields of its object level 2, and so on;
 * fragments and lists add no level, introspection is not counted. `null` when nothing is that deep.
 *
 * [Note: cut fields] A cut field stays in the document with its response key, fragment and directives, but selects
 * `__typename` instead. So it appears in the response exactly where it would have, interpreted or compiled. No resolver
 * of it runs, and `restore` sets it to `null`, even if the schema declares it non-null: a null that propagates to the
 * next nullable field would remove the rest of the data.
 */
export function cutBelow(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  limit: number,
): CutDocument | null {
  const fragments = new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
  let isCut = false;

  function cutSet(set: SelectionSetNode, level: number, place: CutPlace): SelectionSetNode {
    return { ...set, selections: set.selections.map((node) => cutNode(node, level, place)) };
  }

  function cutNode(node: SelectionNode, level: number, place: CutPlace): SelectionNode {
    if (node.kind === Kind.FIELD) return cutField(node, level, place);
    if (node.kind === Kind.INLINE_FRAGMENT)
      return { ...node, selectionSet: cutSet(node.selectionSet, level, place) };
    // Expanded, because one fragment may be spread at several levels.
    const fragment = fragments.get(node.name.value);
    if (!fragment) return node;
    const { typeCondition, selectionSet } = fragment;
    return {
      kind: Kind.INLINE_FRAGMENT,
      typeCondition,
      directives: node.directives,
      selectionSet: cutSet(selectionSet, level, place),
    };
  }

  function cutField(node: FieldNode, level: number, place: CutPlace): FieldNode {
    if (node.name.value.startsWith('__')) return node;
    const key = node.alias?.value ?? node.name.value;
    if (level > limit) {
      isCut = true;
      placeBelow(place, key).field = node;
      const { kind, loc, directives } = node;
      return {
        kind,
        loc,
        directives,
        alias: { kind: Kind.NAME, value: key },
        name: { kind: Kind.NAME, value: '__typename' },
      };
    }
    if (!node.selectionSet) return node;
    return { ...node, selectionSet: cutSet(node.selectionSet, level + 1, placeBelow(place, key)) };
  }

  const root: CutPlace = { field: undefined, below: new Map() };
  const cut = { ...operation, selectionSet: cutSet(operation.selectionSet, 1, root) };
  if (!isCut) return null;
  return {
    document: { kind: Kind.DOCUMENT, definitions: [cut] },
    restore: (data) => restoreNulls(data, root, limit),
  };
}

function restoreNulls(
  data: Record<string, unknown>,
  root: CutPlace,
  limit: number,
): QueryDepthLimitReached[] {
  const reached = new Map<CutPlace, QueryDepthLimitReached>();
  const message = `Fields below level ${limit} are not returned.`;

  function visit(value: unknown, place: CutPlace, path: (string | number)[]): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) visit(item, place, [...path, index]);
      return;
    }
    if (!isObject(value)) return;
    for (const [key, next] of place.below) {
      // In a compiled document, a skipped field is a key without a value.
      if (value[key] === undefined) continue;
      if (!next.field) {
        visit(value[key], next, [...path, key]);
        continue;
      }
      value[key] = null;
      if (!reached.has(next)) {
        const error = new QueryDepthLimitReached(message, { nodes: next.field, path: [...path, key] });
        reached.set(next, error);
      }
    }
  }

  visit(data, root, []);
  return [...reached.values()];
}

function placeBelow(place: CutPlace, key: string): CutPlace {
  const known = place.below.get(key);
  if (known) return known;
  const made: CutPlace = { field: undefined, below: new Map() };
  place.below.set(key, made);
  return made;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
