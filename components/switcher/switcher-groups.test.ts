import { expect, test } from 'vitest';
import { switcherGroups } from './switcher-groups.ts';

const lab = (name: string) => ({ oclId: `0x${name}`, shortname: name, title: name });
const shown = (...args: Parameters<typeof switcherGroups>) =>
  switcherGroups(...args).map(({ heading, labs }) => [heading, ...labs.map(({ shortname }) => shortname)]);

test('the labs that were opened last come first, and each lab stands once', () => {
  const mine = [lab('a'), lab('b'), lab('c')];
  expect(shown(mine, [lab('c'), lab('other')], '/')).toEqual([
    ['Recent', 'c', 'other'],
    ['My labs', 'a', 'b'],
  ]);
});

test('the lab of the page is not offered as a recent one, and one with a longer name is', () => {
  expect(shown([lab('soil')], [lab('soil'), lab('soil-2')], '/labs/soil/files/raw')).toEqual([
    ['Recent', 'soil-2'],
    ['My labs', 'soil'],
  ]);
});

test('a recent lab of the wallet keeps its role, and empty groups are left out', () => {
  const mine = [{ ...lab('a'), role: 'OWNER' as const }];
  expect(switcherGroups(mine, [lab('a')], '/')).toEqual([{ heading: 'Recent', labs: mine }]);
  expect(switcherGroups([], [], '/')).toEqual([]);
});
