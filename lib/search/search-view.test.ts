import { describe, expect, it } from 'vitest';
import { countFilters, readSearchView, searchPath, withoutFilters, withoutValue } from './search-view.ts';

const address =
  '/search?q=melting+curve&lab=a-lab&lab=b-lab&tag=assay&category=Data&kind=file&access=public&access=team&page=3';
const read = (path: string) => {
  const params: Record<string, string[]> = {};
  for (const [name, value] of new URL(path, 'http://labroom.test').searchParams)
    params[name] = [...(params[name] ?? []), value];
  return readSearchView(params);
};

describe('the view of a search', () => {
  it('round-trips through the URL', () => {
    const view = read(address);
    expect(view).toEqual({
      prompt: 'melting curve',
      labs: ['a-lab', 'b-lab'],
      tags: ['assay'],
      categories: ['Data'],
      kinds: ['file'],
      levels: ['public', 'team'],
      page: 2,
    });
    expect(searchPath(view)).toBe(address);
    expect(countFilters(view)).toBe(7);
  });

  it('ignores values that the API would reject', () => {
    expect(read('/search?kind=lab&kind=file&access=SECRET&access=toString&tag=+&page=-1')).toMatchObject({
      kinds: ['file'],
      levels: [],
      tags: [],
      page: 0,
    });
    expect(read(`/search?q=${'x'.repeat(3000)}`).prompt).toHaveLength(2000);
    expect(read(`/search?${Array.from({ length: 200 }, (_, i) => `tag=${i}`).join('&')}`).tags).toHaveLength(
      20,
    );
  });

  it('returns to the first page when a filter is removed', () => {
    const view = read(address);
    expect(searchPath(withoutValue(view, 'labs', 'a-lab'))).toBe(
      '/search?q=melting+curve&lab=b-lab&tag=assay&category=Data&kind=file&access=public&access=team',
    );
    expect(searchPath(withoutFilters(view))).toBe('/search?q=melting+curve');
  });
});
