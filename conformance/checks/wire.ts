import assert from 'node:assert/strict';
import { networks } from '@labroom/contracts/networks';
import { signInMessage } from '@labroom/testing/token-requests.ts';
import { check } from '../check/check.ts';
import { isoUtc, notExecuted, refused, thrown } from '../service/expect.ts';

const LABS = '{ labs { totalCount } }';
const section =
  'docs/specification/wire.md#requests-that-are-not-executed; docs/specification/wire.md#pages-numbers-time';
const NOBODY = '0x000000000000000000000000000000000000dEaD';

export const wireChecks = [
  check(
    'wire.post',
    {
      rule: 'A POST of JSON with query, variables and operationName is answered with data alone.',
      section: 'docs/specification/wire.md#endpoint',
    },
    async ({ service }) => {
      const query = 'query A($p: Int) { labs(page: $p, perPage: 1) { totalCount } } query B { __typename }';
      const named = { query, variables: { p: 0 }, operationName: 'B' };
      const { status, headers, body } = await service.send({ body: JSON.stringify(named) });
      assert.equal(status, 200);
      assert.match(headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(body, { data: { __typename: 'Query' } });
      const { labs } = await service.ask('query($p: Int) { labs(page: $p) { totalCount } }', { p: 0 });
      assert.ok(labs.totalCount >= 0);
    },
  ),

  check(
    'wire.bad-requests',
    {
      rule: 'What is not JSON, has no query, does not parse, validate or coerce is 400 with errors and without data.',
      section,
    },
    async ({ service }) => {
      const wrong = [
        '{"query":',
        '',
        '{}',
        '{"query":""}',
        JSON.stringify([{ query: LABS }]),
        JSON.stringify({ query: '{ labs {' }),
        JSON.stringify({ query: '{ nothing }' }),
        JSON.stringify({ query: 'mutation { createLab { message } }' }),
        JSON.stringify({
          query: 'query($p: Int) { labs(page: $p) { totalCount } }',
          variables: { p: 'one' },
        }),
        JSON.stringify({ query: `query A ${LABS}`, operationName: 'B' }),
      ];
      // A service may treat a repeated document otherwise.
      for (const body of wrong)
        for (let time = 0; time < 5; time += 1)
          notExecuted(await service.send({ body }), 400, 'VALIDATION_FAILED');
    },
  ),

  check(
    'wire.content-type',
    {
      rule: 'Only application/json in UTF-8 is read; anything else is 415.',
      section,
    },
    async ({ service }) => {
      const body = JSON.stringify({ query: LABS });
      for (const type of [
        'text/plain',
        'application/graphql',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'application/json; charset=latin1',
        'application/json; charset=utf-16',
      ])
        notExecuted(await service.send({ headers: { 'content-type': type }, body }), 415);
    },
  ),

  check('wire.body-size', { rule: 'A body over 2 MiB is 413.', section }, async ({ service }) => {
    const body = JSON.stringify({ query: LABS, variables: { x: 'x'.repeat(2 * 1024 * 1024) } });
    notExecuted(await service.send({ body }), 413);
  }),

  check(
    'wire.body-shape',
    {
      rule: 'A body of more than 64 levels or 65,536 values is 400 before it is parsed; a change of 10,000 entries passes; a compressed body is 415.',
      section: 'docs/specification/limits.md#bodies',
    },
    async ({ service }) => {
      const bodyWith = (rest: string) => `{"query":${JSON.stringify(LABS)},"variables":{"x":${rest}}}`;
      for (const rest of [
        '['.repeat(900_000),
        '{"a":'.repeat(65),
        `[${'1,'.repeat(70_000)}1]`,
        `[${'[],'.repeat(40_000)}1]`,
      ])
        notExecuted(await service.send({ body: bodyWith(rest) }), 400, 'VALIDATION_FAILED');
      const moves = Array.from({ length: 10_000 }, (_, at) => ({ from: `a${at}`, to: `b${at}` }));
      for (const rest of [
        `${'['.repeat(62)}${']'.repeat(62)}`,
        JSON.stringify(moves),
        JSON.stringify('['.repeat(900_000)),
      ])
        assert.equal((await service.send({ body: bodyWith(rest) })).status, 200);
      notExecuted(await service.send({ headers: { 'content-encoding': 'gzip' }, body: bodyWith('1') }), 415);
    },
  ),

  check(
    'wire.request-id',
    {
      rule: 'Every response carries x-request-id, each its own; the same id stands in thrown and in-band errors.',
      section,
    },
    async ({ service }) => {
      const answers = [
        await service.post(LABS),
        await service.post('{ nothing }'),
        await service.send({ headers: { authorization: '' }, body: '{}' }),
      ];
      const ids = answers.map(({ headers }) => headers.get('x-request-id') ?? '');
      assert.ok(ids.every((id) => id.length > 0));
      assert.equal(new Set(ids).size, ids.length);
      const inBand = await service.post('mutation { generateDataEncryptionKey { error { requestId } } }');
      const { requestId } = inBand.body.data.generateDataEncryptionKey.error;
      assert.equal(requestId, inBand.headers.get('x-request-id'));
    },
  ),

  check(
    'wire.thrown',
    {
      rule: 'A query that fails gives data null and an error with errorType and errorInfo beside message and path, and the same under extensions.',
      section: 'docs/specification/wire.md#answers',
    },
    async ({ service }) => {
      const failing = {
        listLabMembers: '{ listLabMembers(oclId: "0x12") { message } }',
        getDidLinkStatus: '{ getDidLinkStatus(oclId: "0x12") { message } }',
        labActivity: '{ labActivity(oclId: "0x12", page: 0, perPage: 1) { nodes { __typename } } }',
        onChainActivity: '{ onChainActivity { id } }',
        searchLabs: '{ searchLabs(prompt: "") { totalCount } }',
      };
      for (const [field, query] of Object.entries(failing)) {
        const code = field === 'onChainActivity' ? 'INVALID_INPUT' : 'VALIDATION_FAILED';
        assert.deepEqual(thrown(await service.post(query), code).path, [field]);
      }
    },
  ),

  check(
    'wire.persisted',
    {
      rule: 'The hash of a document in the place of the document is answered PersistedQueryNotSupported, by POST and GET.',
      section: 'docs/specification/wire.md#persisted-queries',
    },
    async ({ service }) => {
      const extensions = { persistedQuery: { version: 1, sha256Hash: '0'.repeat(64) } };
      for (const answer of [
        await service.send({ body: JSON.stringify({ variables: {}, extensions }) }),
        await service.send({ method: 'GET', parameters: { extensions: JSON.stringify(extensions) } }),
      ]) {
        notExecuted(answer, 200, 'VALIDATION_FAILED');
        const [{ message, errorInfo }] = answer.body.errors;
        assert.deepEqual(
          [message, errorInfo.reason],
          ['PersistedQueryNotSupported', 'PERSISTED_QUERY_NOT_SUPPORTED'],
        );
      }
      const both = await service.send({ body: JSON.stringify({ query: LABS, extensions }) });
      assert.ok(both.body.data.labs.totalCount >= 0);
    },
  ),

  check(
    'wire.clamp',
    {
      rule: 'Numbers out of range become the nearest allowed value.',
      section,
    },
    async ({ service }) => {
      const query =
        '{ labs(page: -5, perPage: 100000) { nodes { oclId } pageInfo { currentPage hasPreviousPage } } }';
      const { labs } = await service.ask(query);
      assert.deepEqual(labs.pageInfo, { currentPage: 0, hasPreviousPage: false });
      assert.ok(labs.nodes.length <= 100);
      const { labs: small } = await service.ask('{ labs(perPage: 0) { nodes { oclId } } }');
      assert.ok(small.nodes.length <= 1);
    },
  ),

  check(
    'wire.pagination',
    {
      rule: 'Pages count from 0, and pageInfo says what is before, after and how many there are.',
      section: 'docs/specification/wire.md#endpoint',
    },
    async ({ service }) => {
      const query = `query($page: Int) { labs(page: $page, perPage: 1) { totalCount nodes { oclId }
        pageInfo { hasNextPage hasPreviousPage currentPage totalPages } } }`;
      for (const page of [0, 1, 1_000_000]) {
        const { totalCount, nodes, pageInfo } = (await service.ask(query, { page })).labs;
        assert.deepEqual(pageInfo, {
          hasNextPage: page + 1 < totalCount,
          hasPreviousPage: page > 0 && (totalCount > 0 || pageInfo.hasPreviousPage),
          currentPage: page,
          totalPages: totalCount,
        });
        assert.equal(nodes.length, page < totalCount ? 1 : 0);
      }
    },
  ),

  check(
    'wire.networks',
    {
      rule: 'Production is chain 8453, staging 84532, local 31337; the sign-in message names environment and chain.',
      section: 'docs/specification/wire.md#environments',
    },
    async ({ service }) => {
      const message = await signInMessage(service, NOBODY);
      assert.match(message, new RegExp(`\\b${service.environment}\\b`));
      assert.match(message, new RegExp(`^Chain ID: ${service.chainId}$`, 'm'));
      assert.ok(service.chainId in networks);
    },
  ),

  check(
    'wire.date-time',
    {
      rule: 'Every DateTime is ISO 8601 in UTC with milliseconds.',
      section,
      needs: ['sample'],
    },
    async ({ service, sample }) => {
      const query = `query($oclId: String!, $path: String!) {
        labWithDataRoomAndFiles(oclId: $oclId) { latestContributionAt }
        dataRoomFile(oclId: $oclId, path: $path) { createdAt updatedAt downloadUrlExpiry } }`;
      const { labWithDataRoomAndFiles, dataRoomFile } = await service.ask(query, {
        oclId: sample.oclId,
        path: sample.path,
      });
      for (const moment of [labWithDataRoomAndFiles.latestContributionAt, ...Object.values(dataRoomFile)])
        assert.match(String(moment), isoUtc);
    },
  ),

  check(
    'wire.int',
    {
      rule: 'contentLength is a 32-bit Int: 2,147,483,648 does not coerce, and is 400.',
      section,
    },
    async ({ service }) => {
      const query = `mutation($n: Int!) { initiateCreateOrUpdateFile(oclId: "0x", contentType: "a/b", contentLength: $n) {
        error { code message requestId retryable details } } }`;
      notExecuted(await service.post(query, { n: 2_147_483_648 }), 400);
      const { initiateCreateOrUpdateFile } = await service.ask(query, { n: 2_147_483_647 });
      assert.notEqual(refused(initiateCreateOrUpdateFile, initiateCreateOrUpdateFile.error.code), null);
    },
  ),
];
