import { type DataKey, type KeyContext, type Kms, KmsError } from './kms.ts';

/** Key services of a rotation: the first one wraps, all of them unwrap. */
export class KmsRing implements Kms {
  readonly current: Kms;
  readonly #earlier: readonly Kms[];

  constructor(current: Kms, earlier: readonly Kms[]) {
    this.current = current;
    this.#earlier = earlier;
  }

  get keyName(): string {
    return this.current.keyName;
  }

  generateDataKey(context: KeyContext): Promise<DataKey> {
    return this.current.generateDataKey(context);
  }

  wrap(plaintext: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    return this.current.wrap(plaintext, context);
  }

  async unwrapDataKey(wrapped: Uint8Array, context: KeyContext): Promise<Uint8Array> {
    let unknown: KmsError | undefined;
    for (const kms of [this.current, ...this.#earlier]) {
      try {
        return await kms.unwrapDataKey(wrapped, context);
      } catch (error) {
        if (!isOfAnother(error)) throw error;
        if (unknown?.kind !== 'UNKNOWN_KEY') unknown = error;
      }
    }
    throw unknown;
  }
}

function isOfAnother(error: unknown): error is KmsError {
  return error instanceof KmsError && (error.kind === 'UNKNOWN_KEY' || error.kind === 'MALFORMED');
}
