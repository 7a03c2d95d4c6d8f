/** What a wrapped key is for. It is bound to the wrap but readable in it, so it must hold no secrets. */
export type KeyContext = Readonly<Record<string, string>>;

export interface DataKey {
  /** 32 bytes. Wipe after use. */
  plaintext: Uint8Array;
  wrapped: Uint8Array;
}

/** Wraps small secrets with a master key that never leaves the adapter. Every failure to unwrap is a `KmsError`. */
export interface Kms {
  /**
   * Name of the wrapping master key that does not reveal it: `local:` and a fingerprint, or `aws:` and the id of the
   * key.
   */
  readonly keyName: string;

  /** The same key service without the master keys that only unwrap. */
  readonly current: Kms;

  /** Returns a new AES-256 key, plain and wrapped with `context`. */
  generateDataKey(context: KeyContext): Promise<DataKey>;

  /** Wraps 1 to 4,096 bytes. */
  wrap(plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array>;

  /** @throws KmsError unless the wrap was made by this service, is unchanged, and was made with exactly this context */
  unwrapDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
}

/**
 * `REFUSED`: wrong context, or a byte was changed (the two cannot be distinguished). `UNKNOWN_KEY`: made with a master
 * key that is not in the ring. `MALFORMED`: not a wrap at all. `UNAVAILABLE`: the key service did not answer; try
 * again.
 */
export type KmsErrorKind = 'REFUSED' | 'UNKNOWN_KEY' | 'MALFORMED' | 'UNAVAILABLE';

export class KmsError extends Error {
  readonly kind: KmsErrorKind;

  constructor(kind: KmsErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KmsError';
    this.kind = kind;
  }
}

export const maxPlaintextBytes = 4096;
