import { z } from 'zod';
import { callScopeOf } from '#auth/caller.ts';
import { longestName, normalName, readAddressOf } from '#chain/names.ts';
import type { QueryResolveNameArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseInput } from '#platform/input/input.ts';

const argsSchema = z.object({ name: z.string().max(longestName) });

/** The address to which a name leads now. */
export async function resolveName(context: RequestContext, args: QueryResolveNameArgs) {
  const name = normalName(parseInput(argsSchema, args).name.trim());
  const address = name && (await readAddressOf(context.names, name, callScopeOf(context)));
  return address ? { name, address: address.toLowerCase() } : null;
}
