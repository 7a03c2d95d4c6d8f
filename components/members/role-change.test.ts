import { describe, expect, it } from 'vitest';
import { isReached, type RoleChange, stepsOf } from './role-change.ts';

const account = '0xc';

describe('the way of a role change', () => {
  const change: RoleChange = { title: '', goal: { account, role: 'VIEWER', expiry: null }, stage: 'sent' };
  const states = (part: Partial<RoleChange>) => stepsOf({ ...change, ...part }).map(({ state }) => state);

  it('has one step under way until the last is done', () => {
    expect(states({ stage: 'signing' })).toEqual(['active', 'waiting', 'waiting', 'waiting']);
    expect(states({ stage: 'mined' })).toEqual(['done', 'done', 'active', 'waiting']);
    expect(states({ stage: 'effective' })).toEqual(['done', 'done', 'done', 'done']);
  });

  it('fails at the step that was under way and keeps what was reached', () => {
    expect(states({ failure: { title: 'Undone' } })).toEqual(['done', 'failed', 'waiting', 'waiting']);
  });
});

describe('whether a goal is reached', () => {
  it('needs the same role and the same end', () => {
    const goal = { account, role: 'VIEWER', expiry: '1800000000' } as const;
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: '1800000000' }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: null }])).toBe(false);
    expect(isReached(goal, [{ walletAddress: account, role: 'CONTRIBUTOR', expiry: '1800000000' }])).toBe(
      false,
    );
    expect(isReached(goal, [])).toBe(false);
  });

  it('takes a revoked role as gone when the wallet is no longer listed, or only as owner', () => {
    const goal = { account, role: null, expiry: null } as const;
    expect(isReached(goal, [{ walletAddress: '0xd', role: 'VIEWER', expiry: null }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'OWNER', expiry: null }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: null }])).toBe(false);
  });
});
