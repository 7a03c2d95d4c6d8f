import { LabroomError } from '@labroom/client/api-failure';
import { createLabroomClient, type LabroomClient } from '@labroom/client/client.ts';
import { CreateLabDocument } from '@labroom/client/documents';
import type { Hex } from 'viem';
import type { Journal } from './journal.ts';
import type { People, Wallet } from './people.ts';
import type { Stack } from './stack.ts';
import type { WithRetries } from './with-retries.ts';

export interface StormContext {
  stack: Stack;
  people: People;
  journal: Journal;
  withRetries: WithRetries;
}

export interface OwnedLab {
  oclId: Hex;
  owner: Wallet;
  labroom: LabroomClient;
}

/** One turn of a client; it goes on as long as the storm does. */
export type ClientAction = () => Promise<void>;

/** A client of the stack without anybody behind it. */
export function visitor({ stack }: Pick<StormContext, 'stack'>): LabroomClient {
  return createLabroomClient({
    graphqlUrl: `${stack.url}/graphql`,
    chainId: 31337,
    credential: stack.credential,
  });
}

export function signedIn(context: StormContext, wallet: Wallet): Promise<LabroomClient> {
  return context.withRetries('sign in', () => visitor(context).signIn(wallet, { expiresIn: '4h' }));
}

/** Registers a lab that exists on the chain. A conflict after a lost answer is that very registration. */
export async function register(
  { withRetries, journal }: StormContext,
  labroom: LabroomClient,
  oclId: Hex,
): Promise<void> {
  let tries = 0;
  await withRetries('register a lab', async () => {
    tries += 1;
    await labroom.call(CreateLabDocument, { oclId }, patience()).catch((error: unknown) => {
      const isOurs = tries > 1 && error instanceof LabroomError && error.reason === 'PROJECT_CONFLICT';
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
