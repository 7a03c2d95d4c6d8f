import { PeopleDocument } from '@labroom/client/documents';
import { callApi } from '../api/browser.ts';
import { readLabels } from './labels.ts';
import { browserNames, setBrowserNames } from './name-store.ts';

/** Most wallets of one request. */
const atOnce = 200;

const wanted = new Set<string>();

/** Looks up a name. Addresses of the same rendering take one request. */
export function lookUp(address: string): void {
  if (browserNames().found.has(address)) return;
  if (wanted.size === 0) setTimeout(flush);
  wanted.add(address);
}

async function flush(): Promise<void> {
  const addresses = [...wanted];
  wanted.clear();
  const pages = Array.from({ length: Math.ceil(addresses.length / atOnce) }, (_, page) =>
    addresses.slice(page * atOnce, (page + 1) * atOnce),
  );
  const answers = await Promise.allSettled(pages.map((wallets) => callApi(PeopleDocument, { wallets })));
  const found = new Map(browserNames().found);
  // Without an answer the address stays; the name is not asked for again on this page.
  for (const address of addresses) found.set(address, null);
  for (const answer of answers)
    for (const person of answer.status === 'fulfilled' ? answer.value.profiles : [])
      found.set(person.wallet, person);
  setBrowserNames({ found });
}

readLabels();
// Another tab has changed them.
addEventListener('storage', readLabels);
