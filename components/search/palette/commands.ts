import { labPath } from '#lib/api/lab-reference.ts';
import { parseLabSegment } from '#lib/api/lab-segment.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { labSections } from '../../core/labs/lab-sections.ts';
import { sitePages } from '../../core/site/site-pages.ts';

export interface Place {
  name: string;
  path: string;
}

/** Pages whose names contain the typed text; all pages if nothing is typed. */
export function pagesFor(words: string): Place[] {
  return sitePages.filter(({ name }) => has(name, words));
}

/** The same for the pages of the current lab; none outside a lab. */
export function labPagesFor(words: string, here: string): Place[] {
  const segment = /^\/labs\/([^/]+)/.exec(here)?.[1];
  const lab = segment && segment !== 'new' ? parseLabSegment(segment) : null;
  if (!lab) return [];
  const reference = 'oclId' in lab ? lab.oclId : lab.shortname;
  return labSections
    .map(({ section, name }) => ({ name, path: labPath(reference, section) }))
    .filter(({ name, path }) => path !== here && has(name, words));
}

const has = (name: string, words: string) => name.toLowerCase().includes(words.toLowerCase());

/** The page for a typed or pasted address, or for an oclId (which begins with its version and namespace). */
export function placeOfHex(words: string): Place | null {
  const hex = words.toLowerCase();
  if (/^0x0101[0-9a-f]{60}$/.test(hex)) return { name: 'Open the lab with this oclId', path: labPath(hex) };
  if (!/^0x[0-9a-f]{40}$/.test(hex)) return null;
  const path = withParams('/activity', { show: 'onchain', wallet: hex });
  return { name: 'Onchain activity of this address', path };
}
