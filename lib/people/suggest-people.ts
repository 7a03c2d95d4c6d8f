import type { BrowserNames, PersonName } from './name-store.ts';

export interface Suggestion {
  address: string;
  text: string;
  kind: 'label' | 'name';
}

const most = 5;

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Labels, then names, that contain the text, in any case. None for an address or fewer than two characters. */
export function suggestPeople(
  text: string,
  labels: BrowserNames['labels'],
  people: Iterable<PersonName>,
): Suggestion[] {
  const part = folded(text.trim());
  if (part.length < 2 || part.startsWith('0x')) return [];
  const all = [
    ...Array.from(labels, ([address, label]): Suggestion => ({ address, text: label, kind: 'label' })),
    ...Array.from(people, ({ wallet, name }): Suggestion => ({ address: wallet, text: name, kind: 'name' })),
  ];
  const matching = all.filter((one) => folded(one.text).includes(part));
  const first = new Map(matching.toReversed().map((one) => [one.address, one]));
  return matching.filter((one) => first.get(one.address) === one).slice(0, most);
}
