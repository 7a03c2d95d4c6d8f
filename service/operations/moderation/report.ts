import { z } from 'zod';
import { provedWallet } from '#auth/caller.ts';
import type { MutationReportArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { reportReasons, subjectKinds } from '#platform/db/tables/moderation.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput, walletAddress } from '#platform/input/input.ts';
import { findSubject, type NamedSubject } from './find-subject.ts';
import type { ModeratedSubject } from './hide-store.ts';
import { addReport, type ReportSource } from './report-store.ts';

const inputSchema = z
  .object({
    kind: z.enum(subjectKinds),
    oclId: oclId.nullish(),
    subject: z.string().max(2_000).nullish(),
    reason: z.enum(reportReasons),
    text: z.string().trim().max(1_000).nullish(),
  })
  .refine(({ kind, oclId: lab }) => (kind === 'PROFILE') !== Boolean(lab), {
    path: ['oclId'],
    error: 'must name the lab, and be left out for a profile',
  })
  .refine(({ kind, subject }) => (kind === 'LAB') !== Boolean(subject), {
    path: ['subject'],
    error: 'must name what is reported, and be left out for a lab',
  })
  .refine(({ reason, text }) => reason !== 'OTHER' || Boolean(text), {
    path: ['text'],
    error: 'must say what is wrong where the reason is OTHER',
  });
const argsSchema = z.object({ input: inputSchema });

/** Tells the operator that something should not be here. Everyone may. */
export async function report(context: RequestContext, args: MutationReportArgs) {
  const { input } = parseInput(argsSchema, args);
  const { kind, reason, text } = input;
  const { db, caller } = context;
  const wallet = provedWallet(caller);
  const subject =
    kind === 'PROFILE'
      ? profileOf(input.subject ?? '')
      : await subjectOf(context, { kind, oclId: input.oclId ?? '', name: input.subject ?? '' });
  const consumerId = caller.consumer.id;
  await addReport(
    db,
    { ...subject, reason, text: text || null, wallet, consumerId },
    sourcesOf(context, wallet),
  );
  return { message: 'The operator has your report.' };
}

function profileOf(address: string): ModeratedSubject {
  const { wallet } = parseInput(z.object({ wallet: walletAddress }), { wallet: address });
  return { kind: 'PROFILE', oclId: null, subject: wallet };
}

async function subjectOf({ db }: RequestContext, named: NamedSubject): Promise<ModeratedSubject> {
  const found = await findSubject(db, named);
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'The lab has nothing of this kind with this name.', {
    reason: 'SUBJECT_NOT_FOUND',
  });
}

/** Whose limits a report counts against: a visitor or program, and the wallet that it proved. */
function sourcesOf({ visitor, caller }: RequestContext, wallet: string | null): ReportSource[] {
  const sender: ReportSource =
    visitor === undefined
      ? { kind: 'consumer', name: caller.consumer.id }
      : { kind: 'visitor', name: visitor };
  return wallet ? [sender, { kind: 'wallet', name: wallet }] : [sender];
}
