import { describe, expect, it } from 'vitest';
import { firstParam, pageParam, withParams } from './search-params.ts';

describe('query parameters', () => {
  it('takes the first of several values and ignores an empty one', () => {
    expect(firstParam(['a', 'b'])).toBe('a');
    expect(firstParam('  ')).toBeUndefined();
  });

  it.each([
    [undefined, 0],
    ['1', 0],
    ['2', 1],
    ['0', 0],
    ['-3', 0],
    ['1.5', 0],
    ['x', 0],
    ['999999999', 999_999],
  ])('reads page %s as the API’s page %i', (value, page) => {
    expect(pageParam(value)).toBe(page);
  });

  it('writes only parameters that are set', () => {
    expect(withParams('/', { search: 'a b', role: undefined })).toBe('/?search=a+b');
    expect(withParams('/', { search: undefined })).toBe('/');
  });
});
