import { expect, test } from 'vitest';
import { didLinkStep } from './did-link-step.ts';
import type { DidLink } from './use-did-link.ts';

const link = (status: DidLink['status']): DidLink => ({
  oclId: '0x',
  status,
  accountDid: null,
  dataRoomDid: null,
  linkedDidCount: 0,
  attempts: 1,
  txHash: null,
});

test('linking the DIDs needs no action and ends as done or failed', () => {
  const states = [null, link(null), link('PENDING'), link('SUBMITTED'), link('LINKED'), link('FAILED')].map(
    (one) => didLinkStep(one).state,
  );
  expect(states).toEqual(['active', 'active', 'active', 'active', 'done', 'failed']);
});
