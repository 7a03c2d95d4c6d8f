import { expect, it } from 'vitest';
import { endOfInvitation } from './invitation-state.ts';

const now = new Date('2026-11-10T00:00:00.000Z');
const invitation = {
  ...{ id: 'i1', oclId: '0x01', role: 'VIEWER' as const, until: null, uses: 2, used: 1, createdBy: '0x02' },
  ...{ createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-11T00:00:00.000Z', revokedAt: null },
};
const over = { used: 2, expiresAt: now.toISOString() };

it.each([
  ['works until its end and its last use', {}, null],
  ['was revoked, whatever else ended it', { ...over, revokedAt: now.toISOString() }, 'revoked'],
  ['has expired at its end, also if it was used up', over, 'expired'],
  ['was used up', { used: 2 }, 'used up'],
])('an invitation %s', (_, changes, end) => {
  expect(endOfInvitation({ ...invitation, ...changes }, now)).toBe(end);
});
