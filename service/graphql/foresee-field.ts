import { parseBoundedJson } from '@labroom/protocol/json-bounds';
import type { GraphQLResolveInfo } from 'graphql';
import { z } from 'zod';
import type { QueryForeseeArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { withOclIds } from '#core/labs/name-labs.ts';
import { coerceArguments, refused } from './coerce-arguments.ts';
import { foreseeCall } from './foresee-call.ts';
import { thrown } from './thrown.ts';

/** `foresee`: its variables are coerced as those of the mutation that it asks about. */
export function foreseeField(
  parent: unknown,
  asked: QueryForeseeArgs,
  context: RequestContext,
  info: GraphQLResolveInfo,
) {
  const field = info.schema.getMutationType()?.getFields()[asked.operation];
  if (!field) throw new Error(`The schema has no mutation ${asked.operation}`);
  return thrown(async (_: RequestContext, { operation, wallet, variables }: QueryForeseeArgs) => {
    const values = await withOclIds(context.db, readObject(variables));
    return foreseeCall(context, { operation, wallet, readArgs: () => coerceArguments(field, values) });
  })(parent, asked, context, info);
}

function readObject(text: string): Record<string, unknown> {
  const parsed = z.string().transform(readJson).pipe(z.record(z.string(), z.unknown())).safeParse(text);
  if (parsed.success) return parsed.data;
  throw refused('variables', 'variables must be a JSON object with the arguments of the mutation.');
}

function readJson(text: string): unknown {
  try {
    return parseBoundedJson(text);
  } catch {
    return undefined;
  }
}
