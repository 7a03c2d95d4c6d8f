import { z } from 'zod';
import './zod-without-eval.ts';

/**
 * [Note: draft] The user's decisions and signatures so far: enough to continue after a reload, or in the browser of
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
  /** `before`: total issued supply at the time of planning. */
  z.object({ kind: z.literal('issue'), amount, receiver: address, before: amount }),
  z.object({ kind: z.literal('cap') }),
  z.object({ kind: z.literal('prove') }),
]);

const draftSchema = z.object({
  plan,
  /** Key and SHA-256 of the agreement, once it exists. Other plans than those of a token need none. */
  agreement: z.object({ key: z.string(), contentHash: hash }).nullable(),
  /** Signatures of the terms by owners of a Safe. */
  termsSignatures: signatures,
  /** The controller's complete signature of the terms. */
  termsSignature: hex.nullable(),
  /** Signatures of the Safe's next transaction by its owners. */
  approvals: z.object({ nonce: z.string().regex(/^\d{1,78}$/), signatures }).nullable(),
  /** Hash of the transaction, once it is sent. */
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

/** Parses a stored or received draft; `null` if it is invalid. */
export function parseDraft(json: string): Draft | null {
  try {
    return draftSchema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Whether two drafts have the same plan and agreement. */
function sameIntent(a: Draft, b: Draft): boolean {
  return JSON.stringify([a.plan, a.agreement]) === JSON.stringify([b.plan, b.agreement]);
}

/**
 * Merges a received draft with the signatures stored here. If their intents differ, the received draft replaces the
 * stored one.
 */
export function mergeDrafts(own: Draft | null, received: Draft): Draft {
  if (!own || !sameIntent(own, received)) return received;
  const sameTerms = own.termsSignature === received.termsSignature || received.termsSignature === null;
  const ownApprovals = sameTerms ? own.approvals : null;
  return {
    ...received,
    termsSignatures: { ...own.termsSignatures, ...received.termsSignatures },
    termsSignature: received.termsSignature ?? own.termsSignature,
    approvals: mergeApprovals(ownApprovals, received.approvals),
    sent: received.sent ?? own.sent,
  };
}

function mergeApprovals(own: Draft['approvals'], received: Draft['approvals']): Draft['approvals'] {
  if (!own || !received || own.nonce !== received.nonce) return received ?? own;
  return { nonce: received.nonce, signatures: { ...own.signatures, ...received.signatures } };
}
