import { post } from '@labroom/testing/test-client.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { expect, test } from 'vitest';

const service = await openTestService();

const LABS = `query($perPage: Int) {
  first: labs(perPage: $perPage) { ...Page } second: labs(perPage: 2) { totalCount }
} fragment Page on LabsPage { nodes { oclId __typename } }`;

const costOf = async (document: string, variables: object = {}) =>
  (await post(service, document, variables, { 'labroom-cost': '1' })).body.extensions?.cost;

test('a request that asks for its cost gets it, by its variables, beside what it may cost', async () => {
  expect(await costOf(LABS, { perPage: 7 })).toEqual({
    requestedQueryCost: 9,
    maximumQueryCost: 20_000,
    // The fragment counts where it is written, and where it is spread.
    fields: 9,
    maximumFields: 600,
    depth: 3,
    maximumDepth: null,
    requests: 2,
  });
});

test('a request over the limit of cost is told what it costs', async () => {
  const lab =
    '{ dataRoom { filesPage(perPage: 200) { nodes { versions { formerAccess { __typename } discussionKeys { __typename } } } } } }';
  const document = `{ labWithDataRoomAndFiles(shortname: "x") ${lab} }`;
  const { status, body } = await post(service, document, {}, { 'labroom-cost': '1' });
  expect([status, body.errors?.[0].errorType]).toEqual([400, 'COMPLEXITY_LIMIT_EXCEEDED']);
  expect(body.extensions?.cost.requestedQueryCost).toBeGreaterThan(20_000);
});

test('other requests get no extensions', async () => {
  expect((await post(service, '{ labs { totalCount } }')).body).not.toHaveProperty('extensions');
});
