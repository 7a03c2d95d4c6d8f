import type { StorageLayout } from './layout.ts';
import type { StorageMember, StorageType } from './members.ts';

/**
 * Why a proxy that holds `before` must not be upgraded to `after`, one sentence each; none when it may. Whatever was
 * there stays where it was, as what it was. New contracts, namespaces and members behind the last one may come. Another
 * name is another member: a swap of two of one type shows in their names only.
 */
export function incompatibilities(before: StorageLayout, after: StorageLayout): string[] {
  return Object.entries(before).flatMap(([contract, regions]) => {
    const now = after[contract];
    if (!now) return [`${contract} is gone`];
    return Object.entries(regions).flatMap(([region, members]) => {
      const place = `${contract}, ${region}`;
      const present = now[region];
      return present ? compareMembers(place, members, present, 'may grow') : [`${place}: is gone`];
    });
  });
}

/** Behind a struct in a mapping is free space, behind one in an array or in another struct is somebody else's. */
type Room = 'may grow' | 'must not grow';

function compareMembers(
  place: string,
  before: StorageMember[],
  after: StorageMember[],
  room: Room,
): string[] {
  const problems = before.flatMap((member, i) => {
    const present = after[i];
    const name = `${place}: ${member.name}`;
    if (present?.name !== member.name) {
      return [after.some((other) => other.name === member.name) ? `${name} has moved` : `${name} is gone`];
    }
    if (present.slot !== member.slot || present.offset !== member.offset) return [`${name} has moved`];
    return compareTypes(name, member.type, present.type, 'must not grow');
  });
  if (room === 'must not grow' && after.length > before.length) problems.push(`${place} has no room to grow`);
  return problems;
}

function compareTypes(place: string, before: StorageType, after: StorageType, room: Room): string[] {
  const another = [`${place} has another type`];
  if (typeof before === 'string' || typeof after === 'string') return before === after ? [] : another;
  if ('key' in before && 'key' in after) {
    return before.key === after.key ? compareTypes(place, before.value, after.value, 'may grow') : another;
  }
  if ('element' in before && 'element' in after) {
    if (before.length !== after.length) return another;
    return compareTypes(place, before.element, after.element, 'must not grow');
  }
  if ('members' in before && 'members' in after)
    return compareMembers(place, before.members, after.members, room);
  return another;
}
