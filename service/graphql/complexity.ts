import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/**
 * Limits of one document in every environment (docs/specification/limits.md#documents). Documents of the web app use at
 * most a quarter of each.
 */
export const ceiling = {
  /** Tokens of the text. Parsing stops there. */
  tokens: 2_000,
  aliases: 20,
  directives: 20,
  /** After every fragment is expanded where it is spread. */
  fields: 600,
  /** Objects that the response may contain, as counted by `costOf`. */
  cost: 20_000,
} as const;

type Measure = keyof typeof ceiling;

/** Assumed length of a list whose size the caller does not choose, e.g. the members of a lab. */
const ASSUMED_LENGTH = 10;
/** No operation returns a longer page, whatever size is requested. */
const LONGEST_PAGE = 200;
const SIZE_ARGUMENTS = ['perPage', 'limit'];

/** Returns a message for the first structural limit that a document exceeds, or null. The document need not be valid. */
export function refuseByForm(document: DocumentNode): string | null {
  const { aliases, directives, fields } = measureForm(document);
  return exceeds('aliases', aliases) ?? exceeds('directives', directives) ?? exceeds('fields', fields);
}

/** Counts the structural measures of a document, over all its operations and fragments. */
export function measureForm(document: DocumentNode) {
  let aliases = 0;
  let directives = 0;
  visit(document, {
    Field: (node) => {
      if (node.alias) aliases += 1;
    },
    Directive: () => {
      directives += 1;
    },
  });
  return { aliases, directives, fields: writtenOutFields(document) };
}

/** Returns a message for a cost over the limit, or null. */
export function refuseByCost(cost: number): string | null {
  return exceeds('cost', cost);
}

/** The message for a text with too many tokens. */
export function tooManyTokens(): string {
  return `The document has more than ${ceiling.tokens} tokens. Split it.`;
}

function exceeds(measure: Measure, count: number): string | null {
  if (count <= ceiling[measure]) return null;
  if (measure === 'cost')
    return `The answer can contain ${count} objects; the limit is ${ceiling.cost}. Request smaller pages or fewer nested lists.`;
  return `The document has ${count} ${measure}, more than ${ceiling[measure]}.`;
}

function writtenOutFields(document: DocumentNode): number {
  const fragments = fragmentsOf(document);
  const counted = new Map<string, number>();

  function countSet(set: SelectionSetNode): number {
    let sum = 0;
    for (const node of set.selections) {
      if (node.kind === Kind.FRAGMENT_SPREAD) sum += countFragment(node.name.value);
      else sum += (node.kind === Kind.FIELD ? 1 : 0) + (node.selectionSet ? countSet(node.selectionSet) : 0);
    }
    return sum;
  }

  function countFragment(name: string): number {
    const known = counted.get(name);
    if (known !== undefined) return known;
    const fragment = fragments.get(name);
    // Zero while it is being counted: validation rejects a fragment that contains itself.
    counted.set(name, 0);
    const count = fragment ? countSet(fragment.selectionSet) : 0;
    counted.set(name, count);
    return count;
  }

  return document.definitions.reduce(
    (sum, node) => sum + ('selectionSet' in node && node.selectionSet ? countSet(node.selectionSet) : 0),
    0,
  );
}

/** Returns the names of the root fields of a valid operation, including those of fragments. */
export function rootFieldsOf(document: DocumentNode, operation: OperationDefinitionNode): string[] {
  const fragments = fragmentsOf(document);
  const namesIn = (set: SelectionSetNode | undefined): string[] =>
    (set?.selections ?? []).flatMap((node) => {
      if (node.kind === Kind.FIELD) return [node.name.value];
      const { selectionSet } =
        node.kind === Kind.INLINE_FRAGMENT ? node : (fragments.get(node.name.value) ?? {});
      return namesIn(selectionSet);
    });
  return namesIn(operation.selectionSet);
}

/**
 * Returns how many objects the response to a valid operation may contain. A page counts with its requested size, any
 * other list with ten, and nested lists multiply. Introspection is not counted; validation limits its depth.
 * @param variables absent: assumes the longest page for every size given by a variable
 */
export function costOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables?: Record<string, unknown>,
): number {
  const fragments = fragmentsOf(document);
  const root = schema.getRootType(operation.operation);
  const defaults = new Map(
    operation.variableDefinitions?.map((node) => [node.variable.name.value, node.defaultValue]),
  );

  function costOfSet(
    set: SelectionSetNode,
    type: GraphQLNamedType | undefined,
    pageSize: number | undefined,
  ): number {
    let sum = 0;
    // An object of a union or interface is of one type, so only the most expensive of its fragments counts.
    const ofTypes = new Map<string, number>();
    for (const node of set.selections) {
      if (node.kind === Kind.FIELD) sum += costOfField(node, type, pageSize);
      else {
        const fragment = node.kind === Kind.FRAGMENT_SPREAD ? fragments.get(node.name.value) : node;
        const condition = fragment?.typeCondition;
        const narrowed = condition ? schema.getType(condition.name.value) : type;
        if (!fragment) continue;
        const costOfFragment = costOfSet(fragment.selectionSet, narrowed, pageSize);
        if (isAbstractType(type) && isObjectType(narrowed))
          ofTypes.set(narrowed.name, (ofTypes.get(narrowed.name) ?? 0) + costOfFragment);
        else sum += costOfFragment;
      }
    }
    return sum + Math.max(0, ...ofTypes.values());
  }

  function costOfField(
    node: FieldNode,
    type: GraphQLNamedType | undefined,
    pageSize: number | undefined,
  ): number {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field || !node.selectionSet) return 0;
    const named = getNamedType(field.type);
    if (!isCompositeType(named)) return 0;
    const asked = askedSize(field, node);
    const isList = isListType(getNullableType(field.type));
    // A page is an object that contains a list: its size applies to that list.
    const length = isList ? (asked ?? pageSize ?? ASSUMED_LENGTH) : 1;
    return length * (1 + costOfSet(node.selectionSet, named, isList ? undefined : asked));
  }

  function askedSize(field: GraphQLField<unknown, unknown>, node: FieldNode): number | undefined {
    const argument = field.args.find(({ name }) => SIZE_ARGUMENTS.includes(name));
    if (!argument) return undefined;
    const given = node.arguments?.find(({ name }) => name.value === argument.name)?.value;
    let size: unknown = argument.defaultValue;
    if (given?.kind === Kind.INT) size = Number(given.value);
    if (given?.kind === Kind.VARIABLE) {
      if (!variables) return LONGEST_PAGE;
      const fallback = defaults.get(given.name.value);
      size = variables[given.name.value] ?? (fallback?.kind === Kind.INT ? Number(fallback.value) : size);
    }
    return typeof size === 'number' ? Math.min(LONGEST_PAGE, Math.max(1, size)) : ASSUMED_LENGTH;
  }

  return costOfSet(operation.selectionSet, root ?? undefined, undefined);
}

function fragmentsOf(document: DocumentNode): Map<string, FragmentDefinitionNode> {
  return new Map(
    document.definitions
      .filter((node): node is FragmentDefinitionNode => node.kind === Kind.FRAGMENT_DEFINITION)
      .map((node) => [node.name.value, node]),
  );
}
