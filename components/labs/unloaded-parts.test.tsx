import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { networks } from '#contracts/networks.ts';
import { readSearchView } from '#lib/search/search-view.ts';
import { ChosenFilters } from '../search/chosen-filters.tsx';
import { LabFacts } from './lab-facts.tsx';

const oclId = `0x${'1'.repeat(64)}`;

describe('a part that could not be loaded', () => {
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

  test('is not said to be no token', () => {
    expect(facts(null)).toContain('>none<');
    expect(facts(undefined)).toContain('>could not be loaded<');
    expect(facts(undefined)).not.toContain('>none<');
  });

  test('is not said to be no lab', () => {
    const view = readSearchView({ q: 'soil', lab: 'soil' });
    const filters = (labs: ReadonlyMap<string, null> | null) =>
      renderToStaticMarkup(<ChosenFilters view={view} labs={labs} />);
    expect(filters(new Map([['soil', null]]))).toContain('no such lab');
    expect(filters(null)).not.toContain('no such lab');
    expect(filters(null)).toContain('soil');
  });
});
