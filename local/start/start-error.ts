/** The start cannot go on; `message` is one sentence for the person who gave the command. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StartError';
  }
}
