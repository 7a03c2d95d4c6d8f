import type { Fixture, Need } from './fixture.ts';
import { type Provision, type Provisions, provisionsOf } from './provisions.ts';
import type { Service } from './service.ts';
import type { Settings } from './settings.ts';

/** The things that checks ask for: made at the first request and shared by all. */
export class Fixtures {
  readonly service: Service;
  readonly #provisions: Provisions;
  readonly #made = new Map<Need, Promise<unknown>>();

  constructor(service: Service, settings: Settings) {
    this.service = service;
    this.#provisions = provisionsOf(service, settings, (need) => this.#take(need));
  }

  /** What is missing for these needs, or null. */
  missing(needs: readonly Need[]): string | null {
    const reasons = needs.map((need) => this.#provisions[need]).filter((made) => typeof made === 'string');
    return reasons.length > 0 ? `needs ${[...new Set(reasons)].join(', ')}` : null;
  }

  /** The things themselves. */
  async give(needs: readonly Need[]): Promise<Fixture> {
    const entries = needs.map(async (need) => [need, await this.#take(need)] as const);
    return { service: this.service, ...Object.fromEntries(await Promise.all(entries)) } as Fixture;
  }

  /** Leaves no files behind in the lab of this run, if there was one. */
  async clean(): Promise<void> {
    if (!this.#made.has('lab')) return;
    const lab = await this.#take('lab').catch(() => null);
    await lab?.removeFiles();
  }

  #take<N extends Need>(need: N): Promise<Fixture[N]> {
    const known = this.#made.get(need);
    if (known) return known as Promise<Fixture[N]>;
    const provision: Provision<N> = this.#provisions[need];
    if (typeof provision === 'string') throw new Error(`Not given: ${provision}`);
    const made = provision();
    this.#made.set(need, made);
    return made;
  }
}
