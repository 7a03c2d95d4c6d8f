import type { LabroomClient } from '@labroom/client/client.ts';
import type { Clock } from './chain-history.ts';

// biome-ignore lint/performance/noBarrelFile: a package needs an entry
export { HISTORY_SECONDS } from './chain-history.ts';

/** A running stack that gets the example labs. */
export interface ExampleStack {
  /** Has the credential of the installation, and no session. */
  client: LabroomClient;
  rpcUrl: string;
  databaseUrl: string;
  /** Gets the curated facts, `content.json`. */
  dataDir: string;
  /** Host of the web app. */
  site: string;
  /** Of the chain. */
  clock: Clock;
}

/** Loads the generators, which takes longer than loading all else that a start needs. */
export const loadExampleLabs = () => Promise.all([import('./seed-labs.ts'), import('./curated.ts')]);

/**
 * Makes the example labs that a stack does not have.
 * @returns their number
 */
export async function makeExampleLabs({ client, dataDir, ...stack }: ExampleStack): Promise<number> {
  const [{ seedLabs }, { writeCurated }] = await loadExampleLabs();
  const made = await seedLabs({ client, ...stack });
  await writeCurated(dataDir, client);
  return made;
}
