import { operationDocument, queryFields } from '@labroom/testing/operation-documents.ts';
import { post } from '@labroom/testing/test-client.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';

const service = await openTestService();
const lab = await registeredLab(service);

/** The largest number of GraphQL. */
const LARGEST = 2 ** 31 - 1;
const ofPages = { page: LARGEST, perPage: LARGEST };
const known = {
  oclId: lab.oclId,
  prompt: 'assay',
  since: '2020-01-01T00:00:00.000Z',
  chainId: 31337,
  number: 1,
};

const paged = queryFields.filter(({ args }) => args.some(({ name }) => name === 'page'));

test.each(paged.map((field) => [field.name, field] as const))(
  '%s has a page of any number',
  async (_, field) => {
    const names = new Set(field.args.map(({ name }) => name));
    // By page it is that of all labs.
    if (field.name === 'activities') names.delete('oclId');
    const variables = Object.fromEntries(
      Object.entries({ ...known, ...ofPages }).filter(([name]) => names.has(name)),
    );
    const { status, body } = await post(service, operationDocument(field), variables, lab.token);
    expect([status, body.errors]).toEqual([200, undefined]);
  },
);

test('a page of files has any number', async () => {
  const document = `query($oclId: String!, $page: Int, $perPage: Int) { labWithDataRoomAndFiles(oclId: $oclId) {
    dataRoom { filesPage(page: $page, perPage: $perPage) { nodes { path } } } } }`;
  const { body } = await post(service, document, { oclId: lab.oclId, ...ofPages }, lab.token);
  expect(body).toEqual({ data: { labWithDataRoomAndFiles: { dataRoom: { filesPage: { nodes: [] } } } } });
});
