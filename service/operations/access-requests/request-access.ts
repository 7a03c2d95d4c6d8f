import {
  type Answer,
  accessRequestLimits,
  accessRequestMessage,
  defaultPromise,
} from '@labroom/protocol/access-request';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import { hashTypedData } from 'viem';
import { z } from 'zod';
import type { Member, MutationRequestAccessArgs } from '#contract/schema.generated.ts';
import type { RequestContext } from '#core/context/context.ts';
import { fileNotFound } from '#core/files/file-errors.ts';
import { findFileByDid } from '#core/files/file-store.ts';
import { invitationId, requireInvitation, requireUse } from '#core/invitations/accept-invitation.ts';
import { lockLab } from '#core/labs/lab-lock.ts';
import { requireRegisteredLab } from '#core/labs/require-registered-lab.ts';
import { membersOfLabs } from '#core/members/members-of-lab.ts';
import { notify } from '#core/notices/notify.ts';
import {
  requireSignedMessage,
  signature,
  signatureUsed,
  signedBy,
  signedTime,
  siteOf,
} from '#core/rights/signed-message.ts';
import type { Transaction } from '#platform/db/database.ts';
import { type LabTransaction, labTransaction } from '#platform/db/lab-transaction.ts';
import { ServiceError } from '#platform/errors/errors.ts';
import { oclId, parseInput } from '#platform/input/input.ts';
import { decidersOf } from './deciders.ts';
import { signedTextOf } from './input.ts';
import {
  type AccessRequestRow,
  type AskerState,
  closeRequest,
  findRequest,
  type HeldRole,
  insertRequest,
  lockAsker,
  questionsOf,
  readAsker,
  readHeld,
} from './request-store.ts';

const limits = accessRequestLimits;

const argsSchema = z.object({
  input: z.object({
    ...signedBy,
    oclId,
    role: z.enum(['VIEWER', 'CONTRIBUTOR']),
    ref: z.string().max(200).nullish(),
    until: signedTime.nullish(),
    promise: signedTextOf(limits.promise),
    answers: z
      .array(z.object({ question: signedTextOf(limits.question), answer: signedTextOf(limits.answer) }))
      .max(limits.questions),
    invitation: z.object({ id: invitationId, proof: signature }).nullish(),
  }),
  signature,
});

/** Stores the request of the wallet that signed it. The signature is the only right that it needs. */
export async function requestAccess(context: RequestContext, args: MutationRequestAccessArgs) {
  const { input, signature } = parseInput(argsSchema, args);
  const { wallet, issuedAt, promise, answers, role } = input;
  const lab = await requireRegisteredLab(context, input.oclId);
  const [ref, until] = [input.ref || null, input.until ?? null];
  requireFuture(until);
  const file = ref ? await findFileByDid(context.db, lab.oclId, ref) : null;
  if (ref && !file) throw fileNotFound();

  const chainId = context.config.chain.id;
  const site = siteOf(context);
  const message = accessRequestMessage(
    { chainId, site, wallet, issuedAt: issuedAt.toISOString() },
    {
      oclId: input.oclId,
      role,
      ref,
      until: until?.toISOString() ?? null,
      promise,
      answers,
      invitation: input.invitation?.id ?? null,
    },
  );
  await requireSignedMessage(context, { wallet, issuedAt, signature, message });
  const invitation =
    input.invitation &&
    (await requireInvitation(context, { ...input.invitation, wallet, oclId: lab.oclId, role, until }));
  const members = (await membersOfLabs(context, [lab.oclId])).get(lab.oclId) ?? [];
  requireNoOwner(members, wallet);

  const request = await labTransaction(context.db, lab.oclId, async (tx) => {
    await lockLab(tx, lab.oclId);
    await lockAsker(tx, wallet);
    const asker = await readAsker(tx, lab.oclId, wallet);
    if (invitation) await supersede(tx, asker);
    requireFewRequests(asker);
    await requirePresentQuestions(tx, lab.oclId, { promise, answers, isInvited: Boolean(invitation) });
    const { afterBlock, held } = await readHeld(tx, { chainId, oclId: lab.oclId, wallet });
    const asked = { role, until };
    requireMore(held, asked);
    const stored = await insertRequest(tx, {
      id: hashTypedData(message),
      oclId: lab.oclId,
      wallet,
      role,
      ref,
      until,
      promise,
      answers,
      invitation: invitation?.id,
      chainId,
      site,
      signature,
      issuedAt,
      afterBlock,
      heldExpiry: held && isAsStrong(held, role) ? held.expiry : null,
    });
    if (!stored) throw signatureUsed();
    if (invitation) await requireUse(tx, invitation.id);
    await notify(tx, decidersOf(members, role), {
      kind: invitation ? 'INVITATION_ACCEPTED' : 'ACCESS_REQUESTED',
      oclId: lab.oclId,
      subject: { requestId: stored.id, by: wallet, ...(file && { ref: file.did, path: file.path }) },
      key: `request:${stored.id}`,
    });
    return stored;
  });
  return { request, message: 'The request was sent to those who can decide on it.' };
}

function requireFuture(until: Date | null): void {
  const problem = until && explainExpiry(BigInt(Math.floor(until.getTime() / 1000)), new Date());
  if (problem) {
    throw new ServiceError('VALIDATION_FAILED', `input.until: ${problem}`, {
      details: { argument: 'input.until' },
    });
  }
}

function requireNoOwner(members: readonly Member[], wallet: string): void {
  if (members.some(({ walletAddress, role }) => walletAddress === wallet && role === 'OWNER'))
    throw roleHeld('This wallet owns the lab and has every right already.');
}

function requireFewRequests({ isBlocked, openOfLab, openOfWallet, daily, openId }: AskerState): void {
  if (isBlocked) {
    throw new ServiceError('UNAUTHORIZED', 'This lab takes no requests of this wallet.', {
      reason: 'REQUESTS_BLOCKED',
    });
  }
  if (openId) {
    throw new ServiceError('CONFLICT', 'This wallet has an open request to this lab. Withdraw it first.', {
      reason: 'REQUEST_OPEN',
      details: { id: openId },
    });
  }
  if (openOfLab >= limits.openOfLab) throw tooMany(`A lab has at most ${limits.openOfLab} open requests.`);
  if (openOfWallet >= limits.openOfWallet)
    throw tooMany(`A wallet has at most ${limits.openOfWallet} open requests.`);
  if (daily >= limits.dailyToLab)
    throw tooMany(`A wallet sends at most ${limits.dailyToLab} requests to a lab within 24 hours.`);
}

const tooMany = (message: string) =>
  new ServiceError('FAILED_PRECONDITION', message, { reason: 'TOO_MANY_ACCESS_REQUESTS' });

/** Who asked and is invited then sends one request: that of the invitation. */
async function supersede(tx: LabTransaction, asker: AskerState): Promise<void> {
  const open = asker.openId && (await findRequest(tx, asker.openId));
  if (!open || open.invitation) return;
  await closeRequest(tx, open.id, { state: 'WITHDRAWN' });
  asker.openId = null;
}

/**
 * The asker answers what the lab asks at this moment, and promises what it wants promised. The invited are asked nothing.
 */
async function requirePresentQuestions(
  tx: Transaction,
  ofLab: string,
  { promise, answers, isInvited }: { promise: string; answers: readonly Answer[]; isInvited: boolean },
): Promise<void> {
  const asked = await questionsOf(tx, ofLab);
  const answered = answers.map(({ question }) => question);
  // A program need not answer a question that nobody of the lab has asked.
  const isUnasked = isInvited || (!asked.isSet && answered.length === 0);
  const questions = isUnasked ? [] : asked.questions;
  if ((asked.promise ?? defaultPromise) === promise && questions.join('\0') === answered.join('\0')) return;
  throw new ServiceError(
    'CONFLICT',
    'promise and questions are not those of the lab. Read accessQuestions and sign again.',
    { reason: 'QUESTIONS_CHANGED' },
  );
}

function requireMore(held: HeldRole | null, { role, until }: Pick<AccessRequestRow, 'role' | 'until'>): void {
  if (!held || !isAsStrong(held, role)) return;
  const end = Number(held.expiry) * 1_000;
  if (end === 0) throw roleHeld('This wallet has the role already, without an end.');
  if (until && until.getTime() <= end)
    throw roleHeld(`This wallet has the role already, until ${new Date(end).toISOString()}.`);
}

const isAsStrong = (held: HeldRole, role: AccessRequestRow['role']) =>
  held.role === 'CONTRIBUTOR' || role === 'VIEWER';

const roleHeld = (message: string) => new ServiceError('CONFLICT', message, { reason: 'ROLE_HELD' });
