import { CryptoError, LabroomError } from '#packages/client/package/index.ts';
import { CommandError, type ExitCode } from './exit-codes.ts';

export interface Failure {
  exit: ExitCode;
  message: string;
  code?: string;
  reason?: string | undefined;
  requestId?: string | undefined;
}

/** What a user can understand and act on; `null` for a fault of the program. */
export function explainFailure(error: unknown): Failure | null {
  if (error instanceof CommandError) return { exit: error.exit, message: error.message };
  if (error instanceof LabroomError) {
    const { code, message, reason, requestId } = error;
    return { exit: code === 'UNAUTHENTICATED' ? 'signIn' : 'failed', code, message, reason, requestId };
  }
  if (error instanceof CryptoError) return { exit: 'failed', code: error.code, message: error.message };
  // Of the file system and the network.
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return { exit: 'failed', code: error.code, message: error.message };
  return null;
}
