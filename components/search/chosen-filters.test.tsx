import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { readSearchView } from '#lib/search/search-view.ts';
import { ChosenFilters } from './chosen-filters.tsx';

test('a lab that could not be loaded is not said to be no lab', () => {
  const view = readSearchView({ q: 'soil', lab: 'soil' });
  const filters = (labs: ReadonlyMap<string, null> | null) =>
    renderToStaticMarkup(<ChosenFilters view={view} labs={labs} />);
  expect(filters(new Map([['soil', null]]))).toContain('no such lab');
  expect(filters(null)).not.toContain('no such lab');
  expect(filters(null)).toContain('soil');
});
