import { z } from 'zod';
import type { MutationMuteArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { ownKinds } from '#core/notices/muted.ts';
import { requireWallet } from '#core/rights/authorize.ts';
import { noticeKinds } from '#platform/db/tables/notices.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { addMute, type MuteTarget } from './mute-store.ts';

const noticeKind = z
  .enum(noticeKinds)
  .refine((kind) => !ownKinds.includes(kind), { error: 'is about what the wallet set up itself' });

const argsSchema = z.object({
  input: z
    .object({ lab: oclId.nullish(), wallet: walletAddress.nullish(), noticeKind: noticeKind.nullish() })
    .refine((input) => Object.values(input).filter((value) => value != null).length === 1, {
      error: 'must have exactly one of lab, wallet and noticeKind',
    }),
});

/** Keeps notices of a lab, of a wallet or of a kind out of the inbox of the caller's wallet. A second time changes nothing. */
export async function mute(context: RequestContext, args: MutationMuteArgs) {
  const wallet = await requireWallet(context);
  const { input } = parseInput(argsSchema, args);
  return { mute: await addMute(context.db, wallet, targetOf(input)), message: 'Muted.' };
}

function targetOf({ lab, wallet, noticeKind }: z.output<typeof argsSchema>['input']): MuteTarget {
  if (lab) return { kind: 'LAB', target: lab };
  if (wallet) return { kind: 'WALLET', target: wallet };
  return { kind: 'NOTICE_KIND', target: noticeKind ?? '' };
}
