import { expect, it } from 'vitest';
import { operations } from '#lib/developers/api-reference.generated.ts';
import { filterOperations } from './filter-operations.ts';

const names = (words: string | undefined) => filterOperations(operations, words).map(({ name }) => name);

it('returns all operations for an empty search', () => {
  expect(names(undefined)).toHaveLength(operations.length);
});

it('finds words in any case and order, in names, texts, arguments and errors', () => {
  expect(names('LABACTIVITY')).toContain('labActivity');
  expect(names('mutation announcement')).toEqual(['createAnnouncement']);
  expect(names('messageSignature serviceName')).toEqual(['generateServiceToken']);
  expect(names('PATH_OCCUPIED')).toContain('finishCreateOrUpdateFile');
  expect(names('zebra of the kind')).toEqual([]);
});
