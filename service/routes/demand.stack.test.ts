import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

describe('in production', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: 'production' });
  });
  afterAll(() => service.stop());

  test('ten levels are the limit', () => expect(service.context.config.http.maxDepth).toBe(10));
});

describe('in staging', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ environment: 'staging' });
  });
  afterAll(() => service.stop());

  test('depth is unlimited', async () => {
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
});
