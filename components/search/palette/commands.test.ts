import { describe, expect, it } from 'vitest';
import { labPagesFor, pagesFor } from './commands.ts';

const names = (places: { name: string }[]) => places.map(({ name }) => name);

describe('the pages of the palette', () => {
  it('offers pages whose names contain the typed text, in any case', () => {
    expect(names(pagesFor('ACTIV'))).toEqual(['Activity']);
  });

  it('offers the other pages of the current lab', () => {
    const pages = labPagesFor('', '/labs/phages/files');
    expect(names(pages)).toEqual(['Overview', 'Activity', 'Members', 'Token', 'Settings']);
    expect(pages.at(-1)?.path).toBe('/labs/phages/settings');
  });

  it('inside a folder, offers only the lab pages whose names contain the text', () => {
    expect(labPagesFor('fil', '/labs/caf%C3%A9/files/raw%20data')).toEqual([
      { name: 'Files', path: '/labs/caf%C3%A9/files' },
    ]);
  });

  it.each(['/', '/labs/new', '/search', '/labs/%E0%A4'])('finds no lab in %s', (here) => {
    expect(labPagesFor('', here)).toEqual([]);
  });
});
