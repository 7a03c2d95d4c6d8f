import { type Draft, type PlanKind, parseDraft } from './draft.ts';

/** What a draft is about: creating or attaching the token, changing its supply, or proving the right to it. */
export type DraftSubject = 'token' | 'issue' | 'cap' | 'prove';

export function subjectOf(kind: PlanKind): DraftSubject {
  return kind === 'tokenize' || kind === 'attach' ? 'token' : kind;
}

interface DraftOwner {
  oclId: string;
  /** Lowercase. */
  wallet: string;
}

const keyOf = ({ oclId, wallet }: DraftOwner, subject: DraftSubject) =>
  `labroom.${subject}.${oclId}.${wallet}`;

/** The draft that this browser stores for a wallet and a lab. */
export function keptDraft(owner: DraftOwner, subject: DraftSubject): Draft | null {
  const json = localStorage.getItem(keyOf(owner, subject));
  return json === null ? null : parseDraft(json);
}

export function keepDraft(owner: DraftOwner, draft: Draft): void {
  localStorage.setItem(keyOf(owner, subjectOf(draft.plan.kind)), JSON.stringify(draft));
}

export function dropDraft(owner: DraftOwner, subject: DraftSubject): void {
  localStorage.removeItem(keyOf(owner, subject));
}
