import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { ceiling, costOf, measureForm, rootFieldsOf } from './complexity.ts';

/** What a request costs, beside what it may cost: `extensions.cost` (docs/specification/limits.md#documents). */
export interface CostReport {
  /** Objects that the answer may contain. */
  requestedQueryCost: number;
  maximumQueryCost: number;
  /** Fields of the document, fragments expanded. */
  fields: number;
  maximumFields: number;
  /** Levels of fields. Deeper ones than the maximum are `null`. */
  depth: number;
  /** `null`: unlimited. */
  maximumDepth: number | null;
  /** How many requests it counts as. */
  requests: number;
}

/** Measures a valid operation. */
export function reportCost(
  schema: GraphQLSchema,
  { document, operation }: { document: DocumentNode; operation: OperationDefinitionNode },
  variables: Record<string, unknown>,
  maximumDepth: number | null,
): CostReport {
  return {
    requestedQueryCost: costOf(schema, document, operation, variables),
    maximumQueryCost: ceiling.cost,
    fields: measureForm(document).fields,
    maximumFields: ceiling.fields,
    depth: depthOf(document, operation),
    maximumDepth,
    requests: rootFieldsOf(document, operation).length,
  };
}

/** Counted as the limit counts: a root field is level 1, fragments add no level, introspection is not counted. */
function depthOf(document: DocumentNode, operation: OperationDefinitionNode): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const known = new Map<string, number>();

  const depthIn = (set: SelectionSetNode | undefined): number => {
    let deepest = 0;
    for (const node of set?.selections ?? []) {
      if (node.kind === Kind.FRAGMENT_SPREAD) deepest = Math.max(deepest, depthOfFragment(node.name.value));
      else if (node.kind === Kind.INLINE_FRAGMENT) deepest = Math.max(deepest, depthIn(node.selectionSet));
      else if (!node.name.value.startsWith('__')) deepest = Math.max(deepest, 1 + depthIn(node.selectionSet));
    }
    return deepest;
  };
  function depthOfFragment(name: string): number {
    const depth = known.get(name) ?? depthIn(fragments.get(name)?.selectionSet);
    known.set(name, depth);
    return depth;
  }
  return depthIn(operation.selectionSet);
}
