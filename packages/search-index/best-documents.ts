/** The best documents of many: a heap with the worst on top. */
export class BestDocuments {
  readonly #limit: number;
  readonly #heap: Scored[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  offer(id: number, score: number): void {
    const heap = this.#heap;
    if (heap.length < this.#limit) {
      heap.push({ id, score });
      this.#raise();
    } else if (heap[0] && isBetter(id, score, heap[0])) {
      heap[0] = { id, score };
      this.#sink();
    }
  }

  /** The lowest of the best scores; `undefined` while there is room for others. */
  least(): number | undefined {
    return this.#heap.length < this.#limit ? undefined : this.#heap[0]?.score;
  }

  /** Their ids, the best first. */
  ids(): number[] {
    return this.#heap.toSorted((a, b) => b.score - a.score || b.id - a.id).map(({ id }) => id);
  }

  #raise(): void {
    const heap = this.#heap;
    for (let at = heap.length - 1; at > 0; ) {
      const above = (at - 1) >> 1;
      const [one, parent] = [heap[at], heap[above]];
      if (!one || !parent || isBetter(one.id, one.score, parent)) return;
      [heap[at], heap[above]] = [parent, one];
      at = above;
    }
  }

  #sink(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        const [child, other] = [heap[below], heap[worst]];
        if (child && other && isBetter(other.id, other.score, child)) worst = below;
      }
      const [one, child] = [heap[at], heap[worst]];
      if (worst === at || !one || !child) return;
      [heap[at], heap[worst]] = [child, one];
      at = worst;
    }
  }
}

interface Scored {
  id: number;
  score: number;
}

/** Of documents with the same score the newer one, whose id is higher, is better. */
function isBetter(id: number, score: number, than: Scored): boolean {
  return score > than.score || (score === than.score && id > than.id);
}
