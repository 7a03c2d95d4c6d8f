/** A visit lasts until nothing was opened for this long. */
const visitMs = 30 * 60_000;

/**
 * Notes a visit of a place in this browser.
 * @returns when the visit before this one began; `null` for the first
 */
export function visit(place: string, now = Date.now(), storage: Storage = localStorage): Date | null {
  const key = `labroom.visit.${place}`;
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
