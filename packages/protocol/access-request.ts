import { hiddenCharacter } from './hidden-character.ts';
import { domainOf, type SignedBy } from './signed-message.ts';

/** Signed messages of asking for access, and of deciding (docs/specification/access-requests.md). */

export const accessRequestLimits = {
  /** Questions of a lab. */
  questions: 5,
  /** Characters of a question. */
  question: 300,
  /** Characters of an answer. */
  answer: 2_000,
  /** Characters of the promise. */
  promise: 2_000,
  /** Characters of the reason for declining. */
  reason: 1_000,
  /** Open requests of a wallet in all labs. */
  openOfWallet: 20,
  /** Open requests of a lab. */
  openOfLab: 500,
  /** Requests of a wallet to a lab within 24 hours. */
  dailyToLab: 5,
  /** Wallets that a lab blocks. */
  blocked: 1_000,
  /** Days after which an open request expires. */
  openDays: 90,
} as const;

/** The question of labs that set none of their own, so that who decides learns who asks and why. */
export const defaultQuestion = 'Who are you, and what do you need it for?';

/** The promise of labs that set none. */
export const defaultPromise =
  'I will use what I open for research only, keep it confidential, and not pass it on.';

export type AskedRole = 'VIEWER' | 'CONTRIBUTOR';

export interface Answer {
  question: string;
  answer: string;
}

export interface AskedAccess {
  oclId: `0x${string}`;
  role: AskedRole;
  /** DID of the file that the asker wants to open, if any. */
  ref: string | null;
  /** ISO 8601 in UTC with milliseconds; `null` for no end. */
  until: string | null;
  promise: string;
  answers: readonly Answer[];
  /** Id of the invitation that this accepts, if any. */
  invitation: string | null;
}

const types = {
  AccessRequest: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'oclId', type: 'bytes32' },
    { name: 'role', type: 'string' },
    { name: 'ref', type: 'string' },
    { name: 'until', type: 'string' },
    { name: 'promise', type: 'string' },
    { name: 'answers', type: 'Answer[]' },
    { name: 'invitation', type: 'string' },
    { name: 'issuedAt', type: 'string' },
  ],
  Answer: [
    { name: 'question', type: 'string' },
    { name: 'answer', type: 'string' },
  ],
  AccessDecline: [
    { name: 'site', type: 'string' },
    { name: 'wallet', type: 'address' },
    { name: 'oclId', type: 'bytes32' },
    { name: 'request', type: 'bytes32' },
    { name: 'asker', type: 'address' },
    { name: 'reason', type: 'string' },
    { name: 'issuedAt', type: 'string' },
  ],
} as const;

/** The message (EIP-712) by which a wallet asks for a role. What is `null` is signed as empty. */
export function accessRequestMessage({ chainId, ...signed }: SignedBy, asked: AskedAccess) {
  const { ref, until, answers, invitation, ...rest } = asked;
  return {
    domain: domainOf(chainId),
    types: { AccessRequest: types.AccessRequest, Answer: types.Answer },
    primaryType: 'AccessRequest',
    message: {
      ...signed,
      ...rest,
      ref: ref ?? '',
      until: until ?? '',
      answers: answers.map(({ question, answer }) => ({ question, answer })),
      invitation: invitation ?? '',
    },
  } as const;
}

export interface DeclinedRequest {
  oclId: `0x${string}`;
  /** Id of the request. */
  request: `0x${string}`;
  asker: `0x${string}`;
  reason: string;
}

/** The message (EIP-712) by which a wallet that may grant the role declines a request. */
export function accessDeclineMessage({ chainId, ...signed }: SignedBy, declined: DeclinedRequest) {
  const { oclId, request, asker, reason } = declined;
  return {
    domain: domainOf(chainId),
    types: { AccessDecline: types.AccessDecline },
    primaryType: 'AccessDecline',
    message: { ...signed, oclId, request, asker, reason },
  } as const;
}

/** A text of a request as it is signed: in NFC, with `\n` as line end, without space around it. */
export const signedText = (text: string) => text.normalize('NFC').replaceAll(/\r\n?/g, '\n').trim();

/** Why a text is refused, as the end of a sentence: "answer must not be empty". `null` if it is fine. */
export function textProblem(text: string, limit: number): string | null {
  if (text === '') return 'must not be empty';
  if ([...text].length > limit) return `is longer than ${limit} characters`;
  const control = /[^\P{Cc}\n]|[\p{Cs}\p{Co}\p{Cn}]/u.test(text);
  if (control || hiddenCharacter(text))
    return 'has a character that is invisible or changes the direction of text';
  // Marks beyond these cover the lines above and below.
  if (/\p{M}{5}/u.test(text)) return 'has too many marks on one letter';
  return null;
}
