import type { BrowserNames, PersonName } from './name-store.ts';

export interface Suggestion {
  address: string;
  text: string;
  kind: 'label' | 'name' | 'resolved';
}

const most = 5;

const folded = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Labels, then self-given names, then resolved ones, that contain the text, in any case. None for an address or fewer than two characters. */
export function suggestPeople(
  text: string,
  labels: BrowserNames['labels'],
  people: Iterable<PersonName>,
): Suggestion[] {
  const part = folded(text.trim());
  if (part.length < 2 || part.startsWith('0x')) return [];
  const found = [...people];
  const of = (kind: Suggestion['kind'], address: string, text: string | null): Suggestion[] =>
    text === null ? [] : [{ address, text, kind }];
  const all = [
    ...[...labels].flatMap(([address, label]) => of('label', address, label)),
    ...found.flatMap(({ wallet, name }) => of('name', wallet, name)),
    ...found.flatMap(({ wallet, resolvedName }) => of('resolved', wallet, resolvedName)),
  ];
  const matching = all.filter((one) => folded(one.text).includes(part));
  const first = new Map(matching.toReversed().map((one) => [one.address, one]));
  return matching.filter((one) => first.get(one.address) === one).slice(0, most);
}
