import { networks } from '@labroom/contracts/networks';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { LabFacts } from './lab-facts.tsx';

const oclId = `0x${'1'.repeat(64)}`;

test('a token that could not be loaded is not said to be no token', () => {
  const facts = (token: null | undefined) =>
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
        token={token}
        didLink={null}
        accountState={null}
      />,
    );
  expect(facts(null)).toContain('>none<');
  expect(facts(undefined)).toContain('>could not be loaded<');
  expect(facts(undefined)).not.toContain('>none<');
});
