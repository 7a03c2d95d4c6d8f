/** Names what a wrapped key is for. It is bound to the wrap but not hidden in it: no secrets here. */
export type KeyContext = Readonly<Record<string, string>>;

export interface DataKey {
  /** 32 bytes. Wipe after use. */
  plaintext: Uint8Array;
  wrapped: Uint8Array;
}

/** Wraps small secrets under a master key that never leaves the adapter. Every failure to unwrap is a `KmsError`. */
export interface Kms {
  /** Names the master key that wraps, without telling it: `local:` and a fingerprint, or `aws:` and the id of the key. */
  readonly keyName: string;

  /** The same key service without the master keys that only unwrap. */
  readonly current: Kms;

  /** A fresh AES-256 key, plain and wrapped under `context`. */
  generateDataKey(context: KeyContext): Promise<DataKey>;

  /** Wraps 1 to 4,096 bytes. */
  wrap(plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array>;

  /** @throws KmsError unless the wrap is ours, untouched, and was made under exactly this context */
  unwrapDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array>;
}

/**
 * `REFUSED`: wrong context, or a byte was changed (nobody can tell which). `UNKNOWN_KEY`: made under a master key that is
 * not in the ring. `MALFORMED`: not a wrap at all. `UNAVAILABLE`: the key service did not answer; try again.
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
