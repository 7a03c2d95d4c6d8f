/** Vectors of length 1 in one array, with the ids of their documents. */
export class VectorMatrix {
  readonly dimensions: number;
  #values: Float32Array;
  readonly #ids: number[] = [];
  readonly #rows = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#values = new Float32Array(dimensions * 1_024);
  }

  /** Sets the vector of an id (bytes, float32, little-endian); `null` removes it. */
  set(id: number, bytes: Uint8Array | null): void {
    const { dimensions } = this;
    if (!bytes || bytes.length !== 4 * dimensions) {
      this.#remove(id);
      return;
    }
    const row = this.#rows.get(id) ?? this.#ids.length;
    if (row === this.#ids.length) {
      this.#ids.push(id);
      this.#rows.set(id, row);
      if (this.#ids.length * dimensions > this.#values.length) this.#grow();
    }
    // A copy, as a Float32Array must begin at a multiple of four.
    const copy = new Uint8Array(bytes);
    this.#values.set(new Float32Array(copy.buffer), row * dimensions);
  }

  /** Ids of the nearest vectors, nearest first: at most `limit`, none with a product below `atLeast`. */
  nearest(vector: Float32Array, limit: number, atLeast: number): number[] {
    const best: { id: number; similarity: number }[] = [];
    let worst = atLeast;
    for (let row = 0; row < this.#ids.length; row += 1) {
      const similarity = this.#product(vector, row * this.dimensions);
      if (similarity < worst) continue;
      const id = this.#ids[row] ?? 0;
      let at = best.length;
      while (at > 0 && (best[at - 1]?.similarity ?? 0) < similarity) at -= 1;
      best.splice(at, 0, { id, similarity });
      if (best.length > limit) best.pop();
      if (best.length === limit) worst = Math.max(atLeast, best.at(-1)?.similarity ?? atLeast);
    }
    return best.map(({ id }) => id);
  }

  #product(vector: Float32Array, from: number): number {
    const values = this.#values;
    let sum = 0;
    for (let at = 0; at < this.dimensions; at += 1) sum += (vector[at] ?? 0) * (values[from + at] ?? 0);
    return sum;
  }

  /** Moves the last row into the place of the removed one. */
  #remove(id: number): void {
    const row = this.#rows.get(id);
    if (row === undefined) return;
    const { dimensions } = this;
    const last = this.#ids.length - 1;
    const moved = this.#ids[last] ?? id;
    this.#values.copyWithin(row * dimensions, last * dimensions, (last + 1) * dimensions);
    this.#ids[row] = moved;
    this.#rows.set(moved, row);
    this.#ids.pop();
    this.#rows.delete(id);
  }

  #grow(): void {
    const larger = new Float32Array(2 * this.#values.length);
    larger.set(this.#values);
    this.#values = larger;
  }
}
