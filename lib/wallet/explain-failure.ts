import { LabroomError } from '#packages/client/api-failure.ts';

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
    advice: 'Owners change every role, contributors only viewers.',
  },
  InvalidOclId: {
    title: 'The chain does not know this lab.',
    advice: 'Check that your wallet is on the right chain.',
  },
  InvalidRole: { title: 'This role does not exist.' },
  OwnersOverflow: { title: 'The account that holds this lab has too many owners to check.' },
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
  for (const cause of causes(error)) {
    if (cause.code === 4001 || cause.name === 'UserRejectedRequestError') {
      return {
        title: 'You declined the request in your wallet.',
        advice: 'Nothing was sent.',
        declined: true,
      };
    }
    const revert = revertOf(cause);
    if (revert) return special[revert] ?? reverts[revert] ?? { title: `The contract reverted: ${revert}.` };
    if (cause.name === 'InsufficientFundsError') {
      return {
        title: 'This wallet has too little ether for the transaction.',
        advice: 'Add ether to it and try again.',
      };
    }
    if (cause.name === 'HttpRequestError' || cause.name === 'TimeoutError') {
      return { title: 'The chain cannot be reached.', advice: 'Nothing was sent. Try again in a moment.' };
    }
    if (cause.name === 'SwitchChainError' || cause.code === 4902) {
      return {
        title: 'Your wallet could not change to the right chain.',
        advice: 'Choose the chain in your wallet, or add it there.',
      };
    }
  }
  const [first] = causes(error);
  const short = first?.shortMessage ?? first?.message;
  return {
    title: typeof short === 'string' && short ? short : 'It failed for an unknown reason. Try again.',
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
