import assert from 'node:assert/strict';
import type { Answer } from '@labroom/testing/test-client.ts';
import { check } from '../check/check.ts';
import { notExecuted } from '../service/expect.ts';

const section = 'docs/specification/wire.md#environments; docs/specification/wire.md#limits-of-a-document';

/** Below `labActivity`, the first level. */
const PATH = ['nodes', 'announcement', 'attachments', 'versions', 'version'] as const;
const DEEP = `query($oclId: String!) { labActivity(oclId: $oclId, page: 0, perPage: 20, filter: ANNOUNCEMENT) {
  pageInfo { currentPage } nodes { ... on LabEventAnnouncement { announcement { attachments { versions { version } } } } } } }`;

/** RequestScope for the schema goes as deep as anybody likes: eleven levels. */
const DEEP_INTROSPECTION = `{ __schema { queryType { fields { name type { ${'ofType { '.repeat(6)} name ${'}'.repeat(6)} } } } } }`;

/** A page of a hundred, each with ten lists of ten: twice that is more objects than are answered. */
const MANY_OBJECTS = `activities(perPage: 100) { activities { ... on LabEventAnnouncement {
  announcement { attachments { versions { version } } } } } }`;

export const demandChecks = [
  check(
    'demand.introspection.refused',
    {
      rule: 'Production refuses __schema and __type as a validation error, and suggests no names.',
      section,
      only: ['production'],
    },
    async ({ service }) => {
      notExecuted(await service.post('{ __schema { queryType { name } } }'), 400, 'VALIDATION_FAILED');
      notExecuted(await service.post('{ __type(name: "Lab") { name } }'), 400, 'VALIDATION_FAILED');
      const misspelt: [string, object?][] = [
        ['{ labss { totalCount } }'],
        ['{ labs(perPages: 1) { totalCount } }'],
        ['{ labs(walletAddress: "", role: OWNR) { totalCount } }'],
        ['{ labs { ... on LabPage { totalCount } } }'],
        ['query($role: LabMemberRole) { labs(role: $role) { totalCount } }', { role: 'OWNR' }],
        [
          'mutation($input: CreateLabInput!) { createLab(input: $input) { message } }',
          { input: { oclIdd: '' } },
        ],
      ];
      for (const request of misspelt)
        for (let time = 0; time < 4; time += 1) {
          const answer = await service.post(...request);
          assert.equal(answer.status, 400);
          assert.doesNotMatch(JSON.stringify(answer.body), /did you mean|"labs"|OWNER/i);
        }
    },
  ),

  check(
    'demand.introspection.allowed',
    {
      rule: 'Staging allows introspection, however deep, and suggests names.',
      section,
      only: ['local', 'staging'],
    },
    async ({ service }) => {
      const { __schema } = await service.ask(DEEP_INTROSPECTION);
      assert.ok(__schema.queryType.fields.length > 10);
      const { body } = await service.post('{ labss { totalCount } }');
      assert.match(JSON.stringify(body), /did you mean/i);
    },
  ),

  check(
    'demand.depth',
    {
      rule: 'Production answers ten levels: what is below is null, the rest of data is there, errorType is QueryDepthLimitReached.',
      section,
      needs: ['lab', 'sample'],
    },
    async ({ service, sample }) => {
      // A document is compiled at its third use.
      for (let time = 0; time < 3; time += 1) await service.post(DEEP, { oclId: sample.oclId });
      const { status, body } = await service.post(DEEP, { oclId: sample.oclId });
      assert.equal(status, 200);
      assert.deepEqual(body.data.labActivity.pageInfo, { currentPage: 0 });
      let objects: Record<string, unknown>[] = [body.data.labActivity];
      for (const [index, name] of PATH.entries()) {
        const values = objects.flatMap((object) => object[name]);
        const isCut = index + 2 > service.queryDepth;
        assert.ok(
          values.some((value) => (value === null) === isCut),
          `${name} on level ${index + 2}`,
        );
        if (isCut) break;
        objects = values.filter(
          (value): value is Record<string, unknown> => value !== null && typeof value === 'object',
        );
      }
      if (service.queryDepth > PATH.length) return assert.equal(body.errors, undefined);
      for (const error of body.errors) {
        assert.equal(error.errorType, 'QueryDepthLimitReached');
        assert.ok(error.message.length > 0);
      }
    },
  ),

  check(
    'demand.ceiling',
    {
      rule: 'Too many aliases, directives, tokens or objects are refused before execution with 400, in every environment.',
      section: 'docs/specification/wire.md#limits-of-a-document',
    },
    async ({ service }) => {
      const many = (count: number, text: (index: number) => string) =>
        Array.from({ length: count }, (_, at) => text(at)).join(' ');
      const abusive = [
        `{ ${many(1_000, (at) => `a${at}: __typename`)} }`,
        `{ __typename ${many(200, () => '@include(if: true)')} }`,
        `{ ${many(10_000, () => '__typename')} }`,
        `{ one: ${MANY_OBJECTS} two: ${MANY_OBJECTS} }`,
      ];
      for (const query of abusive) notExecuted(await service.post(query), 400, 'COMPLEXITY_LIMIT_EXCEEDED');
    },
  ),

  check(
    'demand.rate.local',
    {
      rule: 'On local nobody is limited.',
      section: 'docs/specification/limits.md#rates',
      only: ['local'],
    },
    async ({ service }) => {
      const answers = await Promise.all(Array.from({ length: 300 }, () => service.post('{ __typename }')));
      assert.ok(answers.every(({ status }) => status === 200));
    },
  ),

  check(
    'demand.processor',
    {
      rule: 'The answer to an address names the processor time that is left to its network.',
      section: 'docs/specification/limits.md#processor-time',
      only: ['staging', 'production'],
      needs: ['gateway'],
    },
    async ({ gateway, service }) => {
      const { headers } = await gateway.send('createLab', '{}');
      assert.match(headers.get('ratelimit-policy') ?? '', /"processor";q=\d+;w=60/);
      assert.match(headers.get('ratelimit') ?? '', /"processor";r=\d+;t=\d+/);
      const program = await service.post('{ __typename }');
      assert.doesNotMatch(program.headers.get('ratelimit-policy') ?? '', /processor/);
    },
  ),

  check(
    'demand.rate.limited',
    {
      rule: 'Over the limit of a wallet: 429, RATE_LIMITED, Retry-After in seconds.',
      section: 'docs/specification/limits.md#rates',
      only: ['staging', 'production'],
      needs: ['newcomer', 'rateLimit'],
    },
    async ({ service, newcomer, rateLimit }) => {
      const { token } = await newcomer();
      const request = { headers: { 'x-service-token': token }, body: '{"query":"{ __typename }"}' };
      const answers: Answer[] = [];
      // The bucket fills while it is emptied, so nobody knows beforehand how many requests that takes.
      while (answers.length < 20 * rateLimit && answers.every(({ status }) => status === 200)) {
        const batch = Array.from({ length: 50 }, () => service.send(request));
        answers.push(...(await Promise.all(batch)));
      }
      const [first] = answers.filter(({ status }) => status === 429);
      assert.ok(first, 'nobody was refused');
      assert.ok(
        answers.filter(({ status }) => status === 200).length >= rateLimit,
        'refused before the limit',
      );
      notExecuted(first, 429, 'RATE_LIMITED');
      assert.match(first.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
      assert.equal((await service.post('{ __typename }')).status, 200, 'another caller is refused too');
    },
  ),
];
