import { expect, test } from 'vitest';
import { refusalOf } from './foresight.ts';

const cost = { price: '10000', network: 'eip155:31337', asset: '0x01', requiresIntent: false };
const wallet = `0x${'11'.repeat(20)}`;

test('a call that would run is refused for nothing', () => {
  const foresight = {
    ...cost,
    runs: true,
    code: null,
    reason: null,
    message: null,
    predicates: null,
    changeableBy: [],
  };
  expect(refusalOf(foresight, wallet)).toBeNull();
});

test('a refusal is the error of the call itself, with its conditions and those who could change it', () => {
  const predicates = [{ functionName: 'hasRole', met: false }];
  const owner = `0x${'22'.repeat(20)}`;
  const refusal = refusalOf(
    {
      ...cost,
      runs: false,
      code: 'UNAUTHORIZED',
      reason: 'ACCESS_CONDITIONS_NOT_MET',
      message: 'No.',
      predicates,
      changeableBy: [
        { kind: 'OWNER', addresses: [owner] },
        { kind: 'CALLER', addresses: [wallet] },
        { kind: 'OPERATOR', addresses: [] },
      ],
    },
    wallet,
  );
  expect(refusal?.error).toMatchObject({
    message: 'No.',
    reason: 'ACCESS_CONDITIONS_NOT_MET',
    details: { predicates, wallet },
  });
  // The caller is told by the message.
  expect(refusal?.changers).toEqual([
    { who: 'an owner of the lab', addresses: [owner] },
    { who: 'the operator of this service', addresses: [] },
  ]);
});
