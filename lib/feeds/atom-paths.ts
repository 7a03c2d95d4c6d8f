import { labPath } from '../api/lab-reference.ts';
import { type SearchView, searchPath } from '../search/search-view.ts';

/** Paths of the Atom feeds: of all labs, of a lab, of a search. */
export const atomPaths = {
  all: '/activity/atom.xml',
  lab: (shortname: string) => labPath(shortname, 'activity', ['atom.xml']),
  search: (view: SearchView) => searchPath(view).replace('/search', '/search/atom.xml'),
} as const;

/** `alternates.types` of a page's metadata: where feed readers find its feed. */
export function atomLink(url: string, title: string) {
  return { 'application/atom+xml': [{ url, title }] };
}
