import { z } from 'zod';
import './zod-without-eval.ts';

/**
 * [Note: draft] What a person has decided and signed so far: enough to continue after a reload, or in the browser of
 * another owner of the same Safe. It contains no secret, and it is not trusted: every use checks chain and service
 * (`resolve-step.ts`).
 */

const hex = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i)
  .transform((value) => value as `0x${string}`);
const address = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i)
  .transform((value) => value as `0x${string}`);
const hash = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .transform((value) => value as `0x${string}`);
/** In the smallest unit. */
const amount = z.string().regex(/^\d{1,78}$/);
const signatures = z.record(z.string().regex(/^0x[0-9a-f]{40}$/), hex);

const plan = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('tokenize'), symbol: z.string(), title: z.string().nullable(), amount }),
  z.object({ kind: z.literal('attach'), symbol: z.string(), title: z.string().nullable(), token: address }),
  /** `before`: everything issued when it was planned. */
  z.object({ kind: z.literal('issue'), amount, receiver: address, before: amount }),
  z.object({ kind: z.literal('cap') }),
]);

const draftSchema = z.object({
  plan,
  /** Key and SHA-256 of the agreement, once it is made; issuing and capping need none. */
  agreement: z.object({ key: z.string(), contentHash: hash }).nullable(),
  /** Of owners of a Safe, for the terms. */
  termsSignatures: signatures,
  /** The controller's for the terms, complete. */
  termsSignature: hex.nullable(),
  /** What owners of a Safe have signed of its next transaction. */
  approvals: z.object({ nonce: z.string().regex(/^\d{1,78}$/), signatures }).nullable(),
  /** The transaction, once it is sent. */
  sent: hash.nullable(),
});

export type Draft = z.infer<typeof draftSchema>;
export type Plan = Draft['plan'];
export type PlanKind = Plan['kind'];

export function newDraft(plan: Plan): Draft {
  return {
    plan,
    agreement: null,
    termsSignatures: {},
    termsSignature: null,
    approvals: null,
    sent: null,
  };
}

/** Reads a draft that was kept or sent by somebody; `null` where it is none. */
export function parseDraft(json: string): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** What is wanted, without who has agreed to it. */
function sameIntent(a: Draft, b: Draft): boolean {
  return JSON.stringify([a.plan, a.agreement]) === JSON.stringify([b.plan, b.agreement]);
}

/**
 * A draft that came from another owner, with the signatures that are here already. Where the two want different things,
 * the one that came counts.
 */
export function mergeDrafts(own: Draft | null, came: Draft): Draft {
  if (!own || !sameIntent(own, came)) return came;
  const sameTerms = own.termsSignature === came.termsSignature || came.termsSignature === null;
  const ownApprovals = sameTerms ? own.approvals : null;
  return {
    ...came,
    termsSignatures: { ...own.termsSignatures, ...came.termsSignatures },
    termsSignature: came.termsSignature ?? own.termsSignature,
    approvals: mergeApprovals(ownApprovals, came.approvals),
    sent: came.sent ?? own.sent,
  };
}

function mergeApprovals(own: Draft['approvals'], came: Draft['approvals']): Draft['approvals'] {
  if (!own || !came || own.nonce !== came.nonce) return came ?? own;
  return { nonce: came.nonce, signatures: { ...own.signatures, ...came.signatures } };
}
