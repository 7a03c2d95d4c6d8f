import { labPath } from '../../lib/api/lab-reference.ts';
import { withParams } from '../../lib/search-params.ts';
import { sitePages } from '../site/site-pages.ts';

export interface Place {
  name: string;
  path: string;
}

/** The pages whose names have what was typed; all of them while nothing is. */
export function pagesFor(words: string): Place[] {
  return sitePages.filter(({ name }) => name.toLowerCase().includes(words.toLowerCase()));
}

/** Where an address or an id leads that was typed or pasted. */
export function placeOfHex(words: string): Place | null {
  const hex = words.toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(hex)) return { name: 'The lab with this oclId', path: labPath(hex) };
  if (!/^0x[0-9a-f]{40}$/.test(hex)) return null;
  const path = withParams('/activity', { show: 'onchain', wallet: hex });
  return { name: 'Onchain activity of this address', path };
}
