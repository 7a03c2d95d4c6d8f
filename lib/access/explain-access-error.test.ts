import { LabroomError } from '@labroom/client/api-failure';
import { networks } from '@labroom/contracts/networks';
import { conditionsForTeam } from '@labroom/protocol/conditions';
import { expect, it } from 'vitest';
import { explainAccessError } from './explain-access-error.ts';

const network = networks[8453];
const lab = { oclId: `0x0101${'0'.repeat(60)}`, name: 'Longevity Lab' };
const conditions = JSON.stringify(conditionsForTeam(lab.oclId, network));
const failure = (code: string, details?: object) =>
  new LabroomError({
    code,
    message: code,
    requestId: 'req-7',
    retryable: false,
    details: JSON.stringify(details ?? {}),
  });

it('shows each condition with call, block and value, and who can help', () => {
  const refused = failure('UNAUTHORIZED', {
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    wallet: '0xbb',
    blockNumber: '42',
    predicates: [
      {
        index: 0,
        met: false,
        contractAddress: '0xcc',
        functionName: 'hasRole',
        params: [lab.oclId, '0xbb', '1'],
        comparator: '=',
        expected: 'true',
        actual: 'false',
        blockNumber: '42',
      },
    ],
  });
  expect(explainAccessError(refused, conditions, lab, network)).toEqual({
    kind: 'not-permitted',
    wallet: '0xbb',
    blockNumber: '42',
    opensToMembers: true,
    tried: [
      {
        condition: expect.objectContaining({ sentence: expect.stringContaining('Members of Longevity Lab') }),
        met: false,
        call: `hasRole(${lab.oclId}, 0xbb, 1)`,
        contractAddress: '0xcc',
        expected: '= true',
        actual: 'false',
        test: {
          functionName: 'hasRole',
          params: [lab.oclId, '0xbb', '1'],
          comparator: '=',
          value: 'true',
        },
      },
    ],
  });
});

it('does not report an unreachable chain as a denial', () => {
  const explained = explainAccessError(failure('UPSTREAM_UNAVAILABLE'), conditions, lab, network);
  expect(explained).toEqual({ kind: 'chain-unreadable', requestId: 'req-7' });
});

it('distinguishes a missing session from a missing right', () => {
  expect(explainAccessError(failure('UNAUTHENTICATED'), conditions, lab, network)).toEqual({
    kind: 'signed-out',
  });
});

it('keeps the request id of any other error', () => {
  const explained = explainAccessError(failure('INTERNAL_ERROR'), conditions, lab, network);
  expect(explained).toMatchObject({ kind: 'other', requestId: 'req-7' });
  expect(explainAccessError(new Error('tag'), conditions, lab, network)).toMatchObject({
    kind: 'other',
    message: 'tag',
  });
});

it('accepts error details of unexpected shape', () => {
  const odd = failure('UNAUTHORIZED', {
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    predicates: [null, 'x', { met: 'no' }],
  });
  expect(explainAccessError(odd, 'garbage', lab, network)).toMatchObject({
    kind: 'not-permitted',
    tried: [{ met: null, condition: null, actual: null }],
    opensToMembers: false,
  });
});
