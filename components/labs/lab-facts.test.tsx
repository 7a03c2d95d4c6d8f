import { networks } from '@labroom/contracts/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LabFacts } from './lab-facts.tsx';

const oclId = `0x${'1'.repeat(64)}`;

type Facts = Parameters<typeof LabFacts>[0];

const drawn = (shown: Partial<Pick<Facts, 'token' | 'accountState'>>) =>
  renderToStaticMarkup(
    <LabFacts
      lab={
        {
          ...{ oclId, shortname: 'soil', name: 'Soil', members: [], fileCount: 0, labNftTokenId: '1' },
          ...{ mintedAt: null, externalUrl: null, labAccountAddress: `0x${'2'.repeat(40)}` },
        } as never
      }
      network={networks[31337]}
      storage={null}
      publicFiles={null}
      token={shown.token}
      didLink={null}
      accountState={shown.accountState ?? null}
    />,
  );

test('a token that could not be loaded is not said to be no token', () => {
  expect(drawn({ token: null })).toContain('>none<');
  expect(drawn({})).toContain('>could not be loaded<');
  expect(drawn({})).not.toContain('>none<');
});

test.each([
  [true, true],
  [false, false],
  [null, false],
])('a lab whose circle is %s says that nobody can act for it: %s', (isInCircle, isSaid) => {
  const facts = drawn({ accountState: { lockedUntil: null, isInCircle } });
  expect(facts.includes('Nobody can act for this lab')).toBe(isSaid);
});
