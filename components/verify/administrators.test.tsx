import { networks } from '@labroom/contracts/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { Administrators } from './administrators.tsx';

const shown = (network: (typeof networks)[31337]) =>
  renderToStaticMarkup(<Administrators network={network} />);

describe('the administrators of the contracts', () => {
  test('are named with what they can do and the delay of the timelock', () => {
    const [safe, timelock] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const;
    const administration = { safe, timelock, delaySeconds: 172_800, guardian: null };
    const page = shown({ ...networks[84532], administration });
    expect(page).toContain(safe);
    expect(page).toContain(timelock);
    expect(page.match(/48 hours/g)).toHaveLength(2);
    expect(page).toContain('Nobody has this role');
  });

  test('are not invented for contracts of others, or on the local chain', () => {
    expect(shown(networks[8453])).toContain('The owners of these contracts are not known here.');
    expect(shown(networks[31337])).toContain('belong to a publicly known key');
  });
});
