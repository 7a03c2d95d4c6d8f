import {
  badCall,
  CallRejectedError,
  hashOf,
  type PaidRequest,
  readBody,
  type SoldCall,
} from '@labroom/payments';
import { type DocumentNode, Kind, parse, print } from 'graphql';
import { z } from 'zod';
import { namedLab } from '#core/labs/named-lab.ts';
import type { GraphQLRequest } from '#core/ports/operations.ts';
import type { ErrorCode, Reason } from '#platform/errors/errors.ts';
import { isPaidMutation, type PaidMutation } from '../platform/config/paid-mutations.ts';
import type { CallRules } from './call-rules.ts';
import { checkArguments } from './check-arguments.ts';

export interface GatewayRequest extends PaidRequest {
  /** The last segment of the path. */
  mutation: string;
}

/** A call that can run once it is paid for. */
export interface PaidCall extends SoldCall {
  name: PaidMutation;
  /** Serialized from the parsed document, so that the executor cannot interpret it differently. */
  request: GraphQLRequest;
  /** Coerced by the schema. */
  args: Record<string, unknown>;
}

/** Calls whose answers hold no secret. Upload URLs and data keys are secrets. */
const withoutSecret: readonly PaidMutation[] = [
  'createLab',
  'finishCreateOrUpdateFile',
  'createAnnouncement',
];

const bodySchema = z.object({
  query: z.string().min(1),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  payerAddress: z.string().nullish(),
});

/**
 * Parses a call and rejects, before a price is quoted, everything that its body alone shows to be invalid
 * (docs/specification/gateway.md#request-rules). What only the chain or the database can decide is foreseen when the
 * call is paid for (`RefuseForeseen`).
 * @throws CallRejectedError 400
 */
export async function parsePaidCall(
  operations: CallRules,
  { mutation: name, text }: Pick<GatewayRequest, 'mutation' | 'text'>,
  requestId: string,
): Promise<PaidCall> {
  if (!isPaidMutation(name))
    throw badCall(
      `The gateway does not sell ${JSON.stringify(name)}. The path must end with the name of a paid mutation.`,
    );
  const body = readBody(text, bodySchema, 'Send one JSON object with a query.');
  const document = readDocument(body.query, operations.maxTokens);
  mustAskFor(document, name);
  const request: GraphQLRequest = {
    query: print(document),
    variables: body.variables ?? undefined,
    operationName: body.operationName ?? undefined,
  };
  const read = operations.readArguments(request, requestId);
  if ('rejected' in read) {
    const { code, message, errors } = read.rejected;
    throw new CallRejectedError<ErrorCode, Reason>(400, code, message, { errors });
  }
  const args = await operations.withOclIds(read.args);
  return {
    name,
    subject: namedLab(args),
    request,
    args,
    requestHash: hashOf(request),
    isRepeatable: withoutSecret.includes(name),
    payerAddress: body.payerAddress ?? undefined,
    requirePayer: await checkArguments(operations, name, args),
  };
}

function readDocument(query: string, maxTokens: number): DocumentNode {
  try {
    return parse(query, { maxTokens, noLocation: true });
  } catch (error) {
    throw badCall((error as Error).message);
  }
}

/** Requires one operation: a mutation whose only field is that of the path, without directives. An alias is the program's own word for the answer. */
function mustAskFor(document: DocumentNode, mutation: PaidMutation): void {
  const operations = document.definitions.filter(({ kind }) => kind !== Kind.FRAGMENT_DEFINITION);
  const [operation, another] = operations;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || another) throw badCall('Send exactly one operation.');
  if (operation.operation !== 'mutation') throw badCall('Send a mutation.');
  const [field, second] = operation.selectionSet.selections;
  if (field?.kind !== Kind.FIELD || second)
    throw badCall('Select exactly one top-level field and no fragment.');
  if (field.directives?.length || operation.directives?.length)
    throw badCall('The top-level field must have no directives.');
  if (field.name.value !== mutation)
    throw badCall(
      `The path names ${mutation}, but the document selects ${field.name.value}. Use the same mutation in both.`,
    );
}
