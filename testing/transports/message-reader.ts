interface Message {
  /** The letter of a message; `startup` for the one without. */
  type: string;
  bytes: Buffer;
}

/** Cuts a stream of PostgreSQL's protocol into messages: a letter, the length of the rest in four bytes, the rest. */
export class MessageReader {
  #pending: Buffer = Buffer.alloc(0);
  #isUntyped: boolean;

  constructor({ startsUntyped }: { startsUntyped: boolean }) {
    this.#isUntyped = startsUntyped;
  }

  *read(chunk: Buffer): Generator<Message> {
    this.#pending = Buffer.concat([this.#pending, chunk]);
    for (;;) {
      const lengthAt = this.#isUntyped ? 0 : 1;
      if (this.#pending.length < lengthAt + 4) return;
      const end = lengthAt + this.#pending.readUInt32BE(lengthAt);
      if (this.#pending.length < end) return;
      const bytes = this.#pending.subarray(0, end);
      this.#pending = this.#pending.subarray(end);
      const type = this.#isUntyped ? 'startup' : String.fromCharCode(bytes[0] ?? 0);
      this.#isUntyped = false;
      yield { type, bytes };
    }
  }
}
