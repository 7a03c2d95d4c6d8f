import type { Hex } from 'viem';
import { ApiFailure } from '../../lib/api/api-failure.ts';
import { createLabroomClient, type LabroomClient } from '../../lib/api/client.ts';
import { CreateLabDocument } from '../../lib/api/documents.generated.ts';
import type { Careful } from './carefully.ts';
import type { House } from './house.ts';
import type { Journal } from './journal.ts';
import type { People, Wallet } from './people.ts';

/** What clients have in common. */
export interface World {
  house: House;
  people: People;
  journal: Journal;
  carefully: Careful;
}

/** A lab with its owner, who is signed in. */
export interface OwnedLab {
  oclId: Hex;
  owner: Wallet;
  labroom: LabroomClient;
}

/** One turn of a client; it goes on as long as the storm does. */
export type Turn = () => Promise<void>;

/** A client of the house without anybody behind it. */
export function visitor({ house }: Pick<World, 'house'>): LabroomClient {
  return createLabroomClient({
    graphqlUrl: `${house.url}/graphql`,
    chainId: 31337,
    credential: house.credential,
  });
}

export function signedIn(world: World, wallet: Wallet): Promise<LabroomClient> {
  return world.carefully('sign in', () => visitor(world).signIn(wallet, { expiresIn: '4h' }));
}

/** Registers a lab that exists on the chain. A conflict after a lost answer is that very registration. */
export async function register(
  { carefully, journal }: World,
  labroom: LabroomClient,
  oclId: Hex,
): Promise<void> {
  let tries = 0;
  await carefully('register a lab', async () => {
    tries += 1;
    await labroom.call(CreateLabDocument, { oclId }, patience()).catch((error: unknown) => {
      const isOurs = tries > 1 && error instanceof ApiFailure && error.reason === 'PROJECT_CONFLICT';
      if (!isOurs) throw error;
    });
  });
  journal.labs.set(oclId, { picture: null });
}

/** A careful client waits a little longer than the service lets a statement run. */
export const patience = () => AbortSignal.timeout(35_000);

export function oneOf<Item>(items: readonly Item[]): Item | undefined {
  return items[Math.floor(Math.random() * items.length)];
}
