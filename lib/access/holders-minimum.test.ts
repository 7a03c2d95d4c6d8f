import { conditionsForHolders, conditionsForTeam } from '@labroom/protocol/conditions';
import { expect, it } from 'vitest';
import { holdersMinimum } from './holders-minimum.ts';

const network = { name: 'base', contracts: { accessResolver: '0x01' } };

it('reads the minimum of a holder from the conditions of a file', () => {
  const holders = conditionsForHolders('0x02', network, { address: '0x03' }, 10n ** 20n);
  expect(holdersMinimum(JSON.stringify(holders))).toBe(10n ** 20n);
  expect(holdersMinimum(JSON.stringify(conditionsForTeam('0x02', network)))).toBeNull();
  expect(holdersMinimum('[]')).toBeNull();
  expect(holdersMinimum('broken')).toBeNull();
});
