import {
  type ConstDirectiveNode,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isEnumType,
} from 'graphql';
import type { Access } from '#contract/schema.generated.ts';
import type { ErrorCode, Reason } from '#platform/errors/errors.ts';

/** The contents of the directives of the schema. */
export interface Contract {
  errorCodes: { code: ErrorCode; meaning: string; retryable: boolean }[];
  reasons: ReasonEntry[];
  operations: OperationContract[];
}

export interface ReasonEntry {
  reason: Reason;
  group: string;
  codes: ErrorCode[];
  meaning: string;
  action: string;
}

export interface OperationContract {
  name: string;
  kind: 'query' | 'mutation';
  group: string;
  access: Access;
  isPaid: boolean;
  /** Whether it runs again under the same `Idempotency-Key`. */
  runsAgain: boolean;
  /** Whether an upload: the last confirmation of a smart account's signer counts for some minutes, as for every query. */
  remembersSigner: boolean;
  /** The declared errors and those of its access, by code, without those that every operation may return. */
  errors: { code: ErrorCode; reasons: Reason[] }[];
}

/** @throws Error when the schema lacks a required directive of an operation, reason or code */
export function readContract(schema: GraphQLSchema): Contract {
  const accesses = enumOf(schema, 'Access');
  const reasons = enumOf(schema, 'Reason');
  const reasonGroups = groupsOf(reasons, 'values');

  const entries = reasons.getValues().map((value): ReasonEntry => {
    const { codes, action } = directive<{ codes: ErrorCode[]; action: string }>(schema, 'reasonOf', value);
    const group = reasonGroups.get(value.name) ?? '';
    return { reason: value.name as Reason, group, codes, meaning: value.description ?? '', action };
  });
  const codesOf = new Map(entries.map(({ reason, codes }) => [reason, codes]));

  function errorsOf(field: GraphQLField<unknown, unknown>, access: Access): OperationContract['errors'] {
    const byCode = new Map<ErrorCode, Set<Reason>>();
    const add = (code: ErrorCode, ...some: Reason[]) =>
      byCode.set(code, new Set([...(byCode.get(code) ?? []), ...some]));
    for (const node of [accesses.getValue(access), field]) {
      const declared =
        node && optionalDirective<{ reasons: Reason[]; codes: ErrorCode[] }>(schema, 'errors', node);
      for (const reason of declared?.reasons ?? []) {
        const codes = codesOf.get(reason) ?? [];
        const named = codes.filter((code) => declared?.codes.includes(code));
        for (const code of named.length > 0 ? named : codes.slice(0, 1)) add(code, reason);
      }
      for (const code of declared?.codes ?? []) add(code);
    }
    return [...byCode].map(([code, some]) => ({ code, reasons: [...some] }));
  }

  function operationsOf(kind: OperationContract['kind'], type: GraphQLObjectType): OperationContract[] {
    const groups = groupsOf(type, 'fields');
    return Object.values(type.getFields()).map((field) => {
      const { requires } = directive<{ requires: Access }>(schema, 'auth', field);
      return {
        name: field.name,
        kind,
        group: groups.get(field.name) ?? '',
        access: requires,
        isPaid: optionalDirective(schema, 'paid', field) !== undefined,
        runsAgain: isRunAgain(schema, field.name),
        remembersSigner: mayRememberSigner(schema, field.name),
        errors: errorsOf(field, requires),
      };
    });
  }

  const [query, mutation] = [schema.getQueryType(), schema.getMutationType()];
  return {
    errorCodes: enumOf(schema, 'ErrorCode')
      .getValues()
      .map((value) => ({
        code: value.name as ErrorCode,
        meaning: value.description ?? '',
        retryable: optionalDirective(schema, 'retryable', value) !== undefined,
      })),
    reasons: entries,
    operations: [
      ...(query ? operationsOf('query', query) : []),
      ...(mutation ? operationsOf('mutation', mutation) : []),
    ],
  };
}

/** Whether a mutation runs again under the same `Idempotency-Key` (`@runsAgain`). */
export const isRunAgain = (schema: GraphQLSchema, mutation: string) =>
  isMarked(schema, mutation, 'runsAgain');

/** Whether the last confirmation of a smart account's signer counts for some minutes (`@recentSigner`). */
export const mayRememberSigner = (schema: GraphQLSchema, mutation: string) =>
  isMarked(schema, mutation, 'recentSigner');

function isMarked(schema: GraphQLSchema, mutation: string, directive: string): boolean {
  const { directives = [] } = schema.getMutationType()?.getFields()[mutation]?.astNode ?? {};
  return directives.some(({ name }) => name.value === directive);
}

interface Annotated {
  name: string;
  astNode?: { readonly directives?: readonly ConstDirectiveNode[] } | null | undefined;
}

function optionalDirective<Values>(schema: GraphQLSchema, name: string, on: Annotated): Values | undefined {
  const definition = schema.getDirective(name);
  if (!definition) throw new Error(`The schema has no directive @${name}`);
  return on.astNode ? (getDirectiveValues(definition, on.astNode) as Values | undefined) : undefined;
}

function directive<Values>(schema: GraphQLSchema, name: string, on: Annotated): Values {
  const values = optionalDirective<Values>(schema, name, on);
  if (values === undefined) throw new Error(`${on.name} has no @${name}`);
  return values;
}

function enumOf(schema: GraphQLSchema, name: string): GraphQLEnumType {
  const type = schema.getType(name);
  if (!isEnumType(type)) throw new Error(`The schema has no enum ${name}`);
  return type;
}

/** Returns the `@group` of each member, taken from the part of the type that declares it. */
function groupsOf(
  { name, astNode, extensionASTNodes }: GraphQLEnumType | GraphQLObjectType,
  members: 'values' | 'fields',
): Map<string, string> {
  const groups = new Map<string, string>();
  for (const part of astNode ? [astNode, ...extensionASTNodes] : extensionASTNodes) {
    const [heading] = part.directives?.find((node) => node.name.value === 'group')?.arguments ?? [];
    if (heading?.value.kind !== 'StringValue') throw new Error(`A part of ${name} has no @group`);
    const inside =
      members in part ? (part[members as keyof typeof part] as readonly { name: { value: string } }[]) : [];
    for (const member of inside) groups.set(member.name.value, heading.value.value);
  }
  return groups;
}
