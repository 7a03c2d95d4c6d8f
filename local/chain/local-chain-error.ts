/** The local chain cannot start or continue; `message` is one sentence for the user. */
export class LocalChainError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LocalChainError';
  }
}
