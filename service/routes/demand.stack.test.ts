import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

describe('in production', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: 'production' });
  });
  afterAll(() => service.stop());

  test.each(['{ __schema { types { name } } }', '{ __type(name: "Lab") { name } }'])(
    '%s is a validation error',
    async (query) => {
      const { status, body } = await post(service, query);
      expect(status).toBe(400);
      expect(body.errors[0]).toMatchObject({ errorType: 'VALIDATION_FAILED' });
      expect(body).not.toHaveProperty('data');
    },
  );

  test('__typename is answered', async () => {
    expect((await post(service, '{ __typename }')).body).toEqual({ data: { __typename: 'Query' } });
  });

  test('an error suggests no names', async () => {
    for (const [query, variables] of [
      ['{ labss { totalCount } }', {}],
      ['{ labs(perPages: 1) { totalCount } }', {}],
      ['{ labs(walletAddress: "", role: OWNR) { totalCount } }', {}],
      ['{ labs { ... on LabPage { totalCount } } }', {}],
      ['query($role: LabMemberRole) { labs(role: $role) { totalCount } }', { role: 'OWNR' }],
      [
        'mutation($input: CreateLabInput!) { createLab(input: $input) { message } }',
        { input: { oclIdd: '' } },
      ],
    ] as const) {
      // Including the third time, when the document is compiled.
      for (let time = 0; time < 4; time += 1) {
        const { status, body } = await post(service, query, variables);
        expect(status).toBe(400);
        expect(JSON.stringify(body)).not.toMatch(/Did you mean|OWNER/);
      }
    }
  });

  test('ten levels are the limit', () => expect(service.context.config.http.maxDepth).toBe(10));
});

describe('in staging', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: 'staging' });
  });
  afterAll(() => service.stop());

  test('introspection works, errors suggest names, and depth is unlimited', async () => {
    const { body } = await post(service, '{ __schema { queryType { name } } }');
    expect(body.data).toEqual({ __schema: { queryType: { name: 'Query' } } });
    const refused = await post(service, '{ labss { totalCount } }');
    expect(refused.body.errors[0].message).toMatch(/Did you mean/);
    expect(service.context.config.http.maxDepth).toBeNull();
  });
});

describe('a query to a service with a depth limit of two', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({
      config: (config) => ({ ...config, http: { ...config.http, maxDepth: 2 } }),
    });
  });
  afterAll(() => service.stop());

  test('returns null below the limit, with the rest of the data and an error', async () => {
    for (let time = 0; time < 4; time += 1) {
      const { status, body } = await post(service, '{ labs { totalCount pageInfo { totalPages } } }');
      expect(status).toBe(200);
      expect(body).toEqual({
        data: { labs: { totalCount: 0, pageInfo: { totalPages: null } } },
        errors: [
          {
            message: 'Fields below level 2 are not returned.',
            locations: [{ line: 1, column: 32 }],
            path: ['labs', 'pageInfo', 'totalPages'],
            errorType: 'QueryDepthLimitReached',
          },
        ],
      });
    }
  });

  test('that is too complex is rejected in every environment', async () => {
    const aliases = Array.from({ length: 1_000 }, (_, index) => `a${index}: __typename`).join(' ');
    const few = `{ ${aliases.split(' ').slice(0, 200).join(' ')} }`;
    for (const query of [`{ ${aliases} }`, few]) {
      const { status, body, headers } = await post(service, query);
      expect(status).toBe(400);
      expect(body).toEqual({
        errors: [
          {
            message: expect.any(String),
            errorType: 'COMPLEXITY_LIMIT_EXCEEDED',
            errorInfo: { requestId: headers.get('x-request-id') },
          },
        ],
      });
    }
  });
});
