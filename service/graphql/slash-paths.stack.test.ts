import { execute, isInterfaceType, isObjectType, parse } from 'graphql';
import { compileQuery, isCompiledQuery } from 'graphql-jit';
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

test('a path gets the slash under any alias, compiled or not, and no path stays none', async () => {
  const schema = buildServiceSchema();
  answerWithSlashes(schema);
  const dataRoomFile = schema.getQueryType()?.getFields().dataRoomFile;
  const deleteDataRoomFile = schema.getMutationType()?.getFields().deleteDataRoomFile;
  if (!dataRoomFile || !deleteDataRoomFile) throw new Error('The schema has no files');
  dataRoomFile.resolve = () => ({ path: 'results/a.csv', did: 'did:odf:a' });
  deleteDataRoomFile.resolve = () => ({ filePath: null, oclId: '0x1' });
  const read = parse('{ dataRoomFile(oclId: "a", path: "b") { path as: path did } }');
  const expected = { path: '/results/a.csv', as: '/results/a.csv', did: 'did:odf:a' };
  expect((await execute({ schema, document: read })).data).toMatchObject({ dataRoomFile: expected });
  const compiled = compileQuery(schema, read);
  if (!isCompiledQuery(compiled)) throw new Error('The query was not compiled');
  expect((await compiled.query(undefined, {}, {})).data).toMatchObject({ dataRoomFile: expected });
  const remove = parse('mutation { deleteDataRoomFile(oclId: "a", path: "b", changeBy: "c") { filePath } }');
  expect((await execute({ schema, document: remove })).data).toMatchObject({
    deleteDataRoomFile: { filePath: null },
  });
});
