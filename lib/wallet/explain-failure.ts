import { LabroomError } from '@labroom/client/api-failure';
import { OtherNetworkError } from './other-network-error.ts';
import { unknownWalletFailure, walletFailure } from './wallet-failures.ts';

export interface FailureText {
  /** What happened. */
  title: string;
  /** What to do. */
  advice?: string;
  requestId?: string | undefined;
  /** Nothing failed: the user declined the request. */
  declined?: true;
}

/** Texts by name of a contract error. */
export type RevertTexts = Readonly<Record<string, { title: string; advice?: string }>>;

const reverts: RevertTexts = {
  UnauthorizedRoleAdmin: {
    title: 'This wallet may not change this role.',
    advice:
      'The holder of the LabNFT changes every role; where that is a Safe, the Safe itself. Contributors grant viewers, but do not change those of the holder.',
  },
  InvalidOclId: {
    title: 'The chain does not know this lab.',
    advice: 'It may have been minted on another network.',
  },
  InvalidRole: { title: 'This role does not exist.' },
  OwnersOverflow: { title: 'The account that holds this lab has too many owners to check.' },
  OwnerSearchOutOfGas: {
    title: 'The owners of the account that holds this lab could not be checked.',
    advice: 'The check needs more gas than a call may use.',
  },
  InvalidExpiry: { title: 'The role must end in the future, within the next 100 years.' },
  ExpiryAfterOwnRole: {
    title: 'A contributor cannot grant a role beyond the end of its own.',
    advice: 'Choose an earlier end.',
  },
  EnforcedPause: {
    title: 'Granting roles is paused on this contract.',
    advice: 'Roles still hold and can be revoked.',
  },
  NotAuthorized: {
    title: 'Only the wallet that holds the LabNFT may do this.',
    advice: 'Where that is a Safe, its owners propose the transaction there.',
  },
  InvalidLock: {
    title: 'A lock must end later than the one before it, and at most 30 days from now.',
  },
  ZeroAddress: { title: 'The zero address cannot hold a role.' },
  InsufficientMintFee: {
    title: 'The fee has changed since it was read.',
    advice: 'Reload the page and try again.',
  },
  TokenIdTooLarge: { title: 'No more labs can be minted in this collection.' },
  ERC721InvalidReceiver: { title: 'This wallet is a contract that cannot receive a LabNFT.' },
};

/**
 * Explains any failure of the API, the wallet or the chain: what happened and what to do. It inspects the shape of
 * viem's errors, not their classes, so that pages that only show failures need no wallet code. `special` overrides the
 * texts for some reverts.
 */
export function explainFailure(error: unknown, special: RevertTexts = {}): FailureText {
  if (error instanceof LabroomError) {
    const advice = error.retryable ? { advice: 'Nothing was changed. Try again in a moment.' } : {};
    return { title: error.message, requestId: error.requestId, ...advice };
  }
  if (error instanceof OtherNetworkError) {
    const { message: title, advice, declined } = error;
    return { title, advice, ...(declined && { declined }) };
  }
  for (const cause of causes(error)) {
    if (cause.code === 4001 || cause.name === 'UserRejectedRequestError') {
      return {
        title: 'You declined the request in your wallet.',
        advice: 'Nothing was sent. Try again when you are ready.',
        declined: true,
      };
    }
    const revert = revertOf(cause);
    if (revert) return special[revert] ?? reverts[revert] ?? { title: `The contract reverted: ${revert}.` };
    const known = walletFailure(cause);
    if (known) return known;
  }
  const [first] = causes(error);
  const unknown = first && unknownWalletFailure(first);
  if (unknown) return unknown;
  const message = first?.message;
  return {
    title: typeof message === 'string' && message ? message : 'It failed for an unknown reason. Try again.',
  };
}

/** Name of a contract error, or the text it gave instead. */
function revertOf({ data }: Record<string, unknown>): string | undefined {
  const { errorName, args } = asRecord(data);
  const [text] = Array.isArray(args) ? args : [];
  if (errorName === 'Error' && typeof text === 'string') return text;
  return typeof errorName === 'string' ? errorName : undefined;
}

/** An error and all its causes. */
function causes(error: unknown): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let current: unknown = error;
  while (typeof current === 'object' && current !== null && found.length < 12) {
    found.push(current as Record<string, unknown>);
    current = (current as { cause?: unknown }).cause;
  }
  return found;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
