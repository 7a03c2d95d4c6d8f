import { describe, expect, it } from 'vitest';
import { isReached, type RoleChange, stepsOf } from './role-change.ts';

const account = '0xc';

describe('the steps of a role change', () => {
  const change: RoleChange = { title: '', goal: { account, role: 'VIEWER', expiry: null }, stage: 'sent' };
  const states = (part: Partial<RoleChange>) => stepsOf({ ...change, ...part }).map(({ state }) => state);

  it('shows one active step until the last one is done', () => {
    expect(states({ stage: 'signing' })).toEqual(['active', 'waiting', 'waiting', 'waiting']);
    expect(states({ stage: 'mined' })).toEqual(['done', 'done', 'active', 'waiting']);
    expect(states({ stage: 'effective' })).toEqual(['done', 'done', 'done', 'done']);
  });

  it('marks the active step as failed and keeps the completed ones', () => {
    expect(states({ failure: { title: 'Undone' } })).toEqual(['done', 'failed', 'waiting', 'waiting']);
  });
});

describe('whether a goal is reached', () => {
  it('requires the same role and the same expiry', () => {
    const goal = { account, role: 'VIEWER', expiry: '1800000000' } as const;
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: '1800000000' }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: null }])).toBe(false);
    expect(isReached(goal, [{ walletAddress: account, role: 'CONTRIBUTOR', expiry: '1800000000' }])).toBe(
      false,
    );
    expect(isReached(goal, [])).toBe(false);
  });

  it('counts the end of all roles as reached when only owners are listed', () => {
    const goal = { everyone: [account] } as const;
    const owner = { walletAddress: '0xd', role: 'OWNER', expiry: null } as const;
    expect(isReached(goal, [owner, { walletAddress: account, role: 'VIEWER', expiry: null }])).toBe(false);
    expect(isReached(goal, [owner])).toBe(true);
  });

  it('counts a revocation as reached when the wallet is no longer listed, or is listed as owner', () => {
    const goal = { account, role: null, expiry: null } as const;
    expect(isReached(goal, [{ walletAddress: '0xd', role: 'VIEWER', expiry: null }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'OWNER', expiry: null }])).toBe(true);
    expect(isReached(goal, [{ walletAddress: account, role: 'VIEWER', expiry: null }])).toBe(false);
  });
});
