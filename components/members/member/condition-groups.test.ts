import { expect, test } from 'vitest';
import { conditionGroups } from './condition-groups.ts';

const file = (path: string, conditions?: string) => ({
  path,
  encryptionMetadata:
    conditions === undefined
      ? null
      : { __typename: 'EncryptionMetadata' as const, accessControlConditions: conditions },
});

test('encrypted files are grouped by their exact conditions, and public files are left out', () => {
  const files = [file('a', '[1]'), file('open'), file('b', '[2]'), file('c', '[2]')];
  expect(conditionGroups(files)).toEqual([
    { conditions: '[2]', paths: ['b', 'c'] },
    { conditions: '[1]', paths: ['a'] },
  ]);
});
