import { CryptoError, LabroomError, SessionEndedError } from '@labroom/client';
import { CommandError, type ExitCode } from './exit-codes.ts';

interface Changer {
  kind: keyof typeof changers;
  addresses: readonly string[];
}

const changers = {
  CALLER: 'you',
  OWNER: 'an owner of the lab',
  CONTRIBUTOR: 'a contributor of the lab',
  OPERATOR: 'the operator of the service',
  CONTRACT: 'who controls the contract',
} as const;

export interface Failure {
  exit: ExitCode;
  message: string;
  code?: string;
  reason?: string | undefined;
  /** Who could change that the call is refused. */
  changeableBy?: readonly Changer[] | undefined;
  requestId?: string | undefined;
}

/** What a user can understand and act on; `null` for a fault of the program. */
export function explainFailure(error: unknown): Failure | null {
  if (error instanceof CommandError) return { exit: error.exit, message: error.message };
  if (error instanceof LabroomError) {
    const { code, reason, requestId } = error;
    const exit = code === 'UNAUTHENTICATED' ? 'signIn' : 'failed';
    const changeableBy = error.details.changeableBy as Changer[] | undefined;
    const advice = error instanceof SessionEndedError ? ['Run labroom login.'] : [];
    const message = [error.message, ...advice, ...(changeableBy ?? []).map(describeChanger)].join(' ');
    return { exit, code, message, reason, requestId, changeableBy };
  }
  if (error instanceof CryptoError) return { exit: 'failed', code: error.code, message: error.message };
  // Of the file system and the network.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return { exit: 'failed', code: error.code, message: error.message };
  return null;
}

function describeChanger({ kind, addresses }: Changer): string {
  const named = kind === 'CALLER' || addresses.length === 0 ? '' : ` (${addresses.join(', ')})`;
  return `This can be changed by ${changers[kind]}${named}.`;
}
