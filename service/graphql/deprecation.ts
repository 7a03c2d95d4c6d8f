import {
  type DocumentNode,
  type GraphQLDirective,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What a document uses that will go. */
export interface Deprecation {
  /** The earliest day on which something of it was deprecated. */
  since: Date;
  /** The earliest day after which something of it may be gone; `null` if none is fixed. */
  sunset: Date | null;
}

interface Deprecatable {
  deprecationReason?: string | null | undefined;
  astNode?: Parameters<typeof getDirectiveValues>[1] | null | undefined;
}

/**
 * Returns what a valid document uses that is `@deprecated`: fields, arguments, fields of inputs and values that are written in
 * it. `null` if there is nothing.
 */
export function deprecationIn(schema: GraphQLSchema, document: DocumentNode): Deprecation | null {
  const directive = schema.getDirective('deprecation');
  const found: Deprecation[] = [];
  const look = (element: Deprecatable | null | undefined) => {
    if (element && typeof element.deprecationReason === 'string') found.push(datesOf(directive, element));
  };
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field: () => look(info.getFieldDef()),
      Argument: () => look(info.getArgument()),
      EnumValue: () => look(info.getEnumValue()),
      ObjectField: ({ name }) => {
        const input = getNamedType(info.getParentInputType());
        if (isInputObjectType(input)) look(input.getFields()[name.value]);
      },
    }),
  );
  if (found.length === 0) return null;
  return {
    since: earliest(found.map(({ since }) => since)) ?? new Date(0),
    sunset: earliest(found.flatMap(({ sunset }) => sunset ?? [])) ?? null,
  };
}

/** Without `@deprecation`, which a test requires, it was deprecated at some time in the past. */
function datesOf(directive: GraphQLDirective | null | undefined, { astNode }: Deprecatable): Deprecation {
  const values = directive && astNode ? getDirectiveValues(directive, astNode) : undefined;
  const day = (value: unknown) => (typeof value === 'string' ? new Date(`${value}T00:00:00Z`) : null);
  return { since: day(values?.since) ?? new Date(0), sunset: day(values?.sunset) };
}

const earliest = (dates: Date[]): Date | undefined => dates.sort((a, b) => a.getTime() - b.getTime())[0];
