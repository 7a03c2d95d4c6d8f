import { describe, expect, test } from 'vitest';
import { exampleLabs } from './example-labs.ts';
import { type LabPast, timelineOf } from './timeline.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const now = Date.parse('2026-11-23T03:20:00Z');

function pastOf(lab: (typeof exampleLabs)[number], daysAgo: number): LabPast {
  const mintedAt = now - daysAgo * DAY;
  const memberSince = new Map(lab.grants.map(({ to }, index) => [to, mintedAt + (index + 1) * 9 * HOUR]));
  const holderSince = new Map([['viewer', mintedAt + 3 * DAY] as const]);
  return { mintedAt, memberSince, holderSince, ...(lab.token && { tokenizedAt: mintedAt + 2 * DAY }) };
}

describe.each(exampleLabs.map((lab) => [lab.name, lab] as const))('%s', (_, lab) => {
  test.each([3, 8.4, 19.7, 29])('has an ordered history after %d days', (daysAgo) => {
    const past = pastOf(lab, daysAgo);
    const { changes, keyRequests, isPast } = timelineOf(lab, past, now);
    expect(isPast).toBe(true);
    expect(timelineOf(lab, past, now)).toEqual({ changes, keyRequests, isPast });

    const times = changes.map(({ at }) => at);
    expect(times).toEqual([...new Set(times)].toSorted((a, b) => a - b));
    expect(times.at(0)).toBeGreaterThan(past.mintedAt);
    expect(times.at(-1)).toBeLessThanOrEqual(now);

    const versions = changes.filter((change) => change.kind === 'VERSION');
    for (const file of lab.files) {
      const ofFile = versions.filter((version) => version.file === file);
      expect(ofFile.map(({ version }) => version)).toEqual(
        [...(file.earlier ?? []), file].map((_, at) => at + 1),
      );
      for (const { at, content } of ofFile) {
        if (file.by) expect(at).toBeGreaterThan(past.memberSince.get(file.by) ?? past.mintedAt);
        if (content.access === 'HOLDERS') expect(at).toBeGreaterThan(past.tokenizedAt ?? now);
      }
    }
    expect(changes.flatMap((change) => (change.kind === 'ANNOUNCEMENT' ? change.announcement : []))).toEqual(
      lab.announcements,
    );

    expect(keyRequests.map(({ at }) => at)).toEqual(
      keyRequests.map(({ at }) => at).toSorted((a, b) => a - b),
    );
    for (const { at, by, path, version } of keyRequests) {
      const read = versions.find((other) => other.file.path === path && other.version === version);
      expect(at).toBeGreaterThan(read?.at ?? now);
      expect(at).toBeLessThanOrEqual(now);
      const since =
        by === lab.owner ? past.mintedAt : (past.memberSince.get(by) ?? past.holderSince.get(by) ?? 0);
      expect(at).toBeGreaterThan(since);
    }
  });

  test('lasts for most of a month, and only its order counts if it was just minted', () => {
    const { changes } = timelineOf(lab, pastOf(lab, 29), now);
    const days = new Set(changes.map(({ at }) => Math.floor(at / DAY)));
    expect(days.size).toBeGreaterThan(6);
    expect(now - (changes.at(-1)?.at ?? 0)).toBeLessThan(5 * DAY);
    expect(timelineOf(lab, pastOf(lab, 0), now).isPast).toBe(false);
  });
});
