import { IMMUTABLES, type StorageLayout } from './layout.ts';
import type { StorageMember, StorageType } from './members.ts';

/**
 * Reasons why a proxy with layout `before` must not be upgraded to `after`, one sentence each; empty if it can be. Every
 * member must keep place, type and name. New contracts, namespaces and members after the last one are allowed. Names
 * count, because a swap of two members with one type changes nothing else. Immutables must keep name and type, and none may be
 * added: the code of an upgrade brings its own values, and `_authorizeUpgrade` compares only those that it knows.
 */
export function incompatibilities(before: StorageLayout, after: StorageLayout): string[] {
  return Object.entries(before).flatMap(([contract, regions]) => {
    const now = after[contract];
    if (!now) return [`${contract} is gone`];
    return Object.entries(regions).flatMap(([region, members]) => {
      const place = `${contract}, ${region}`;
      const present = now[region];
      if (region === IMMUTABLES) return compareImmutables(place, members, present ?? []);
      return present ? compareMembers(place, members, present, 'may grow') : [`${place}: is gone`];
    });
  });
}

function compareImmutables(place: string, before: StorageMember[], after: StorageMember[]): string[] {
  const named = (members: StorageMember[], name: string) => members.find((member) => member.name === name);
  return [
    ...before.flatMap(({ name, type }) => {
      const present = named(after, name);
      if (!present) return [`${place}: ${name} is gone`];
      return compareTypes(`${place}: ${name}`, type, present.type, 'must not grow');
    }),
    ...after.filter(({ name }) => !named(before, name)).map(({ name }) => `${place}: ${name} is new`),
  ];
}

/** Space after a struct is free in a mapping, and used by other members in an array or another struct. */
type Growth = 'may grow' | 'must not grow';

function compareMembers(
  place: string,
  before: StorageMember[],
  after: StorageMember[],
  growth: Growth,
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
  if (growth === 'must not grow' && after.length > before.length)
    problems.push(`${place} has no room to grow`);
  return problems;
}

function compareTypes(place: string, before: StorageType, after: StorageType, growth: Growth): string[] {
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
    return compareMembers(place, before.members, after.members, growth);
  return another;
}
