import { isInterfaceType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { buildServiceSchema } from './schema.ts';
import { answerWithSlashes } from './slash-paths.ts';

/** Paths whose names do not say so. */
const unnamed = ['EntryChange.from', 'EntryChange.to'];

test('every field of an answer that is named after a path gets a slash, and those of a move', () => {
  const named = Object.values(buildServiceSchema().getTypeMap()).flatMap((type) =>
    isObjectType(type) || isInterfaceType(type)
      ? Object.keys(type.getFields())
          .filter((field) => /path/i.test(field))
          .map((field) => `${type.name}.${field}`)
      : [],
  );
  expect(answerWithSlashes(buildServiceSchema())).toEqual([...named, ...unnamed].toSorted());
});
