import 'server-only';
import type { LabCardFragment, LabMemberRole } from '@labroom/client/documents';
import { type LocalAccountName, localAccount } from '@labroom/contracts/local-accounts';
import { chooseDoors, type Doors } from '#lib/labs/choose-doors.ts';
import { loadLabs } from './load-labs.ts';
import { loadRoom } from './load-room.ts';

const labsOfAccount = 12;

/**
 * The doors of the front page of a local installation, and how many labs its owner has.
 * @param shown the labs of the front page, for visitors if the accounts have none
 */
export async function loadDoors(shown: readonly LabCardFragment[]): Promise<Doors & { ownedLabs: number }> {
  const [owned, contributed, shownRooms] = await Promise.all([
    loadRooms('owner', 'OWNER'),
    loadRooms('contributor', 'CONTRIBUTOR'),
    Promise.all(shown.map(loadRoom)),
  ]);
  const doors = chooseDoors({ owned: owned.rooms, contributed: contributed.rooms, shown: shownRooms });
  return { ...doors, ownedLabs: owned.totalCount };
}

async function loadRooms(account: LocalAccountName, role: LabMemberRole) {
  const walletAddress = localAccount(account).address;
  const outcome = await loadLabs({ walletAddress, role, page: 0, perPage: labsOfAccount });
  if (!outcome.ok) return { rooms: [], totalCount: 0 };
  return { rooms: await Promise.all(outcome.data.nodes.map(loadRoom)), totalCount: outcome.data.totalCount };
}
