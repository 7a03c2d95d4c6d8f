import 'server-only';
import { PeopleDocument, type PersonFieldsFragment } from '@labroom/client/documents';
import { queryOutcome } from './query-service.ts';

/** Wallets that one request names. The browser looks up the others. */
const most = 200;

interface Known {
  asked: string[];
  people: PersonFieldsFragment[];
}

/**
 * The names of the wallets in what a page shows, for `PeopleProvider`. Without an answer the page shows addresses.
 * @param members their names come with the lab
 */
export async function loadPeople(
  shown: unknown,
  members: readonly { walletAddress: string }[] = [],
): Promise<Known> {
  const known = new Set(members.map(({ walletAddress }) => walletAddress));
  const found = JSON.stringify(shown).matchAll(/"(0x[0-9a-f]{40})"/g);
  const wallets = new Set([...found].flatMap(([, wallet]) => (wallet && !known.has(wallet) ? wallet : [])));
  const asked = [...wallets].slice(0, most);
  if (asked.length === 0) return { asked: [], people: [] };
  const outcome = await queryOutcome(PeopleDocument, { wallets: asked });
  return outcome.ok ? { asked, people: outcome.data.profiles } : { asked, people: [] };
}

/** The names of a lab's members, and which are agents, which come with the lab. */
export function peopleOf(
  members: readonly {
    walletAddress: string;
    isAgent: boolean;
    profile?: PersonFieldsFragment | null | undefined;
  }[],
): Known & { agents: string[] } {
  return {
    agents: members.flatMap(({ walletAddress, isAgent }) => (isAgent ? walletAddress : [])),
    asked: members.map(({ walletAddress }) => walletAddress),
    people: members.flatMap(({ profile }) => profile ?? []),
  };
}
