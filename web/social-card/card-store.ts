import 'server-only';
import { Recent } from '#web/recent.ts';
import { type Card, drawCard } from './draw-card.ts';

interface CardStoreOptions {
  draw?: typeof drawCard;
  now?: () => number;
}

type Bytes = Awaited<ReturnType<typeof drawCard>>;

const minute = 60_000;
const drawingsPerMinute = 30;

/**
 * Keeps recent cards and bounds the drawing: one at a time, and at most 30 a minute. A drawing takes a few hundred
 * milliseconds in which this process answers nobody else.
 */
export class CardStore {
  readonly #recent = new Recent<Promise<Bytes>>(100);
  readonly #draw: typeof drawCard;
  readonly #now: () => number;
  #last: Promise<unknown> = Promise.resolve();
  #drawnAt: number[] = [];

  constructor({ draw = drawCard, now = () => performance.now() }: CardStoreOptions = {}) {
    this.#draw = draw;
    this.#now = now;
  }

  /** The card as PNG, or `null` if too many were drawn in the last minute. */
  async get(card: Card): Promise<Bytes | null> {
    const key = JSON.stringify(card);
    const known = this.#recent.get(key);
    if (known) return known;
    const now = this.#now();
    this.#drawnAt = this.#drawnAt.filter((time) => time > now - minute);
    if (this.#drawnAt.length >= drawingsPerMinute) return null;
    this.#drawnAt.push(now);
    const drawing = this.#last.then(() => this.#draw(card));
    this.#last = drawing.catch(() => undefined);
    this.#recent.set(key, drawing);
    try {
      return await drawing;
    } catch (error) {
      this.#recent.delete(key);
      throw error;
    }
  }
}
