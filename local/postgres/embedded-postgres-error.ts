/** Why the embedded PostgreSQL is not available. */
type EmbeddedPostgresFailure =
  | 'PORT_IN_USE'
  | 'MISSING_BINARY'
  | 'BROKEN_DATA_DIRECTORY'
  | 'UNREACHABLE_PATH'
  | 'START_FAILED'
  | 'STOP_FAILED';

/** The embedded PostgreSQL cannot start or stop; `message` is one sentence for the user. */
export class EmbeddedPostgresError extends Error {
  readonly failure: EmbeddedPostgresFailure;

  constructor(failure: EmbeddedPostgresFailure, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'EmbeddedPostgresError';
    this.failure = failure;
  }
}
