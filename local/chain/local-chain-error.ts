/** The local chain cannot start or go on; `message` is one sentence for the person who started it. */
export class LocalChainError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'LocalChainError';
  }
}
