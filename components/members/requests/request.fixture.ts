import type { AccessRequestFieldsFragment } from '@labroom/client/documents';
import { reader } from '#lib/session/stubbed-page.fixture.tsx';

export const lab = { oclId: '0x01', name: 'Vita', shortname: 'vita' };
export const asker = `0x${'cd'.repeat(20)}`;

/** A request for access to a lab, open unless stated. */
export const request = (changes: Partial<AccessRequestFieldsFragment> = {}): AccessRequestFieldsFragment => ({
  ...{ __typename: 'AccessRequest', id: '0x0a', oclId: lab.oclId, wallet: asker, role: 'VIEWER', ref: null },
  ...{ path: null, until: null, promise: 'I promise.', invitation: null, chainId: 31337, site: 'localhost' },
  ...{ answers: [{ question: 'Why?', answer: 'To repeat it.' }], signature: '0x', state: 'OPEN' },
  ...{ issuedAt: '2026-11-01T10:00:00.000Z', createdAt: '2026-11-01T10:00:00.000Z' },
  ...{ expiresAt: '2027-01-30T10:00:00.000Z', decision: null },
  ...changes,
});

/** A decision of the reader. */
export const decision = {
  ...{
    __typename: 'AccessDecision' as const,
    by: reader,
    at: '2026-11-02T10:00:00.000Z',
    reason: 'Not yet.',
  },
  ...{ issuedAt: null, signature: null, transactionHash: null, blockNumber: null, logIndex: null },
  ...{ role: null, expiry: null },
};

export const pageOf = (nodes: readonly object[], totalCount = nodes.length) => ({
  ...{ nodes, totalCount },
  pageInfo: { __typename: 'PageInfo', hasNextPage: false, hasPreviousPage: false, totalPages: 1 },
});
