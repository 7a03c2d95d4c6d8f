/** A visit lasts until nothing was opened for this long. */
const visitMs = 30 * 60_000;

/** When this browser was last at a place; `null` if never. Notes no visit. */
export function lastSeen(place: string, storage?: Storage): Date | null {
  try {
    const [, seen = 0] = ((storage ?? localStorage).getItem(keyOf(place)) ?? '').split(' ').map(Number);
    return seen > 0 ? new Date(seen) : null;
  } catch {
    return null;
  }
}

const keyOf = (place: string) => `labroom.visit.${place}`;

/**
 * Notes a visit of a place in this browser.
 * @returns when the visit before this one began; `null` for the first
 */
export function visit(place: string, now = Date.now(), storage: Storage = localStorage): Date | null {
  const key = keyOf(place);
  try {
    const [began = 0, seen = 0, before = 0] = (storage.getItem(key) ?? '').split(' ').map(Number);
    const isSame = seen > 0 && now - seen < visitMs;
    const previous = isSame ? before : began;
    storage.setItem(key, [isSame ? began : now, now, previous].join(' '));
    return previous > 0 ? new Date(previous) : null;
  } catch {
    // A browser without storage has no earlier visit.
    return null;
  }
}
