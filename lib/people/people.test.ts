import { describe, expect, test } from 'vitest';
import { parseLabels } from './labels.ts';
import { suggestPeople } from './suggest-people.ts';

const [ada, impostor] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`];
const person = (wallet: string, name: string | null, resolvedName: string | null = null) => ({
  wallet,
  name,
  nameKey: name,
  resolvedName,
  picture: null,
  isAmbiguous: false,
});

describe('suggestions', () => {
  const labels = new Map([[ada, 'Ada from Turin']]);
  const people = [person(ada, 'Ada Lovelace'), person(impostor, 'ADA Lovelace')];

  test('name the address of each match, the label first', () => {
    expect(suggestPeople('ada', labels, people)).toEqual([
      { address: ada, text: 'Ada from Turin', kind: 'label' },
      { address: impostor, text: 'ADA Lovelace', kind: 'name' },
    ]);
  });

  test('find a person by the resolved name too, once each', () => {
    const both = [person(ada, 'Ada', 'ada.eth'), person(impostor, null, 'ada.base.eth')];
    expect(suggestPeople('ada', new Map(), both)).toEqual([
      { address: ada, text: 'Ada', kind: 'name' },
      { address: impostor, text: 'ada.base.eth', kind: 'resolved' },
    ]);
    expect(suggestPeople('ADA.eth', new Map(), both)).toEqual([
      { address: ada, text: 'ada.eth', kind: 'resolved' },
    ]);
  });

  test('are none for an address, one letter and no match', () => {
    for (const text of [ada, '0x', 'a', ' ', 'nobody'])
      expect(suggestPeople(text, labels, people)).toEqual([]);
  });
});

describe('stored labels', () => {
  test('that are damaged are dropped', () => {
    const good = { text: 'Ada', key: 'ada' };
    const stored = { [ada]: good, [impostor]: { text: 1 }, x: null };
    expect(parseLabels(JSON.stringify(stored))).toEqual({ [ada]: good });
    expect(parseLabels('null')).toEqual({});
    expect(parseLabels(null)).toEqual({});
  });
});
