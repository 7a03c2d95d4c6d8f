import { z } from 'zod';
import type { QueryProfileArgs, QueryProfilesArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { parseInput, walletAddress } from '#platform/input/input.ts';

const most = 200;
const oneSchema = z.object({ wallet: walletAddress });
const manySchema = z.object({ wallets: z.array(walletAddress).max(most) });

export async function profile({ loaders }: RequestContext, args: QueryProfileArgs) {
  return loaders.profiles.load(parseInput(oneSchema, args).wallet);
}

/** In the order of the argument, each wallet once. */
export async function profiles({ loaders }: RequestContext, args: QueryProfilesArgs) {
  const wallets = new Set(parseInput(manySchema, args).wallets);
  const found = await Promise.all([...wallets].map((wallet) => loaders.profiles.load(wallet)));
  return found.filter((one) => one !== null);
}
