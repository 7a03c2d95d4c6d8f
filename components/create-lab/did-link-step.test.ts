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

test('the linking of DIDs never asks the person for anything, and says when it has ended', () => {
  const states = [null, link(null), link('PENDING'), link('SUBMITTED'), link('LINKED'), link('FAILED')].map(
    (one) => didLinkStep(one).state,
  );
  expect(states).toEqual(['active', 'active', 'active', 'active', 'done', 'failed']);
});
