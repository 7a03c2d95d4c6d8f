import { ask } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { serviceSchema } from './schema.ts';

/** Selects a field; for an object, all its fields. */
function selectionOf(field: GraphQLField<unknown, unknown>): string {
  const type = getNamedType(field.type);
  const inner = isObjectType(type) ? Object.values(type.getFields()).map(selectionOf) : [];
  return inner.length > 0 ? `${field.name} { ${inner.join(' ')} }` : field.name;
}
const type = serviceSchema().getType('DataRoomFile') as GraphQLObjectType;
const selections = Object.values(type.getFields()).map((field) => [field.name, selectionOf(field)] as const);

const service = await openTestService();
const lab = await registeredLab(service);
for (const path of ['b.txt', 'folder/a.txt'])
  await uploadFile(service, lab, path, {
    path,
    description: 'D',
    tags: ['t'],
    categories: ['c'],
    contentText: 'x',
  });
const whole = await filesWith(selections.map(([, selection]) => selection).join(' '));

async function filesWith(selection: string, rest = ''): Promise<Record<string, unknown>[]> {
  const query = `query($oclId: String!) { labWithDataRoomAndFiles(oclId: $oclId) { dataRoom { files { ${selection} } } } } ${rest}`;
  return (await ask(service, query, { oclId: lab.oclId })).labWithDataRoomAndFiles.dataRoom.files;
}

/** URLs and expiries differ between requests. */
const settled = (value: unknown) =>
  JSON.parse(JSON.stringify(value).replaceAll(/expires=[^"]*|\d{4}-\d\d-\d\dT[^"]*Z/g, '…'));

describe('the files of a lab have the same values', () => {
  test.each(selections)('of %s alone, in fragments and with all other fields', async (name, selection) => {
    const expected = settled(whole.map((file) => ({ [name]: file[name] })));
    expect(whole).toHaveLength(2);
    // A document is compiled at its third use.
    for (let time = 1; time <= 4; time += 1) {
      expect(settled(await filesWith(selection))).toEqual(expected);
      const inline = `... on DataRoomFile { ${selection} }`;
      expect(settled(await filesWith(inline))).toEqual(expected);
      expect(settled(await filesWith('...F', `fragment F on DataRoomFile { ${selection} }`))).toEqual(
        expected,
      );
      const other = name === 'path' ? 'did' : 'path';
      expect(settled(await filesWith(`${name}: ${other} renamed: ${selection}`))).toEqual(
        settled(whole.map((file) => ({ [name]: file[other], renamed: file[name] }))),
      );
    }
  });
});
