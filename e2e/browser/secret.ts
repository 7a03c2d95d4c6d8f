/** A secret in every encoding in which it could leak. */
export class Secret {
  readonly #shapes: Buffer[];

  constructor(bytes: Uint8Array) {
    const raw = Buffer.from(bytes);
    // The last characters of base64 depend on the bytes that follow.
    const base64 = raw.toString('base64').replace(/.?=*$/, '');
    this.#shapes = [
      raw,
      Buffer.from(base64),
      Buffer.from(base64.replaceAll('+', '-').replaceAll('/', '_')),
      Buffer.from(encodeURIComponent(base64)),
      Buffer.from(raw.toString('hex')),
      Buffer.from(raw.toString('hex').toUpperCase()),
    ];
  }

  isIn(text: string | Uint8Array): boolean {
    const haystack = Buffer.from(text as string);
    return this.#shapes.some((shape) => haystack.includes(shape));
  }
}
