import { describe, expect, it } from 'vitest';
import { labPagesFor, pagesFor } from './commands.ts';

const names = (places: { name: string }[]) => places.map(({ name }) => name);

describe('the pages of the palette', () => {
  it('offers those whose names have what was typed, in any case', () => {
    expect(names(pagesFor('ACTIV'))).toEqual(['Activity']);
  });

  it('offers the other pages of the lab that is open', () => {
    const pages = labPagesFor('', '/labs/phages/files');
    expect(names(pages)).toEqual(['Overview', 'Activity', 'Members', 'Token', 'Settings']);
    expect(pages.at(-1)?.path).toBe('/labs/phages/settings');
  });

  it('offers the files from within a folder, and what is named only', () => {
    expect(labPagesFor('fil', '/labs/caf%C3%A9/files/raw%20data')).toEqual([
      { name: 'Files', path: '/labs/caf%C3%A9/files' },
    ]);
  });

  it.each(['/', '/labs/new', '/search', '/labs/%E0%A4'])('knows no lab at %s', (here) => {
    expect(labPagesFor('', here)).toEqual([]);
  });
});
