import { type DataKey, type Kms, KmsError } from './kms.ts';

/** Used when there is no master key and none may be created. Every call fails. */
export class MissingKms implements Kms {
  readonly keyName = 'none';
  readonly current = this;
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  generateDataKey(): Promise<DataKey> {
    return this.#refuse();
  }

  wrap(): Promise<Uint8Array> {
    return this.#refuse();
  }

  unwrapDataKey(): Promise<Uint8Array> {
    return this.#refuse();
  }

  async #refuse(): Promise<never> {
    throw new KmsError('UNKNOWN_KEY', `There is no master key file ${this.#file}.`);
  }
}
