import { describe, expect, it } from 'vitest';
import { isFiltered, labsPath, labsVariables, readLabsView } from './labs-view.ts';

const everything = {
  search: 'soil',
  role: 'owner',
  verified: 'no',
  readiness: '7',
  sort: 'name',
  page: '2',
};

describe('the list of labs', () => {
  it('round-trips through the URL', () => {
    const view = readLabsView(everything, true);
    expect(labsPath(view)).toBe('/labs?search=soil&role=owner&verified=no&sort=name&readiness=7&page=2');
    expect(labsVariables(view, '0xa')).toEqual({
      search: 'soil',
      walletAddress: '0xa',
      role: 'OWNER',
      verified: false,
      readiness: [7, 8, 9],
      order: 'NAME',
      page: 1,
    });
  });

  it('uses the defaults for an empty URL', () => {
    const view = readLabsView({}, true);
    expect(labsPath(view)).toBe('/labs');
    expect(isFiltered(view)).toBe(false);
    expect(Object.values(labsVariables(view, '0xa')).filter((value) => value !== undefined)).toEqual([0]);
  });

  it('ignores the role filter of a user who is not signed in', () => {
    const view = readLabsView(everything, false);
    expect(view.role).toBeUndefined();
    expect(labsVariables(view, undefined)).not.toHaveProperty('walletAddress');
  });

  it.each(['', '1', '10', '4.5', 'x', '-4'])('ignores %j as a readiness level', (readiness) => {
    expect(readLabsView({ readiness, verified: 'maybe', sort: 'toString' }, true)).toMatchObject({
      readiness: undefined,
      verified: undefined,
      sort: undefined,
    });
  });
});
