import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, post } from '#testing/test-client.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('fileCategoriesAndTags lists each category once, with its tags, to any consumer', async () => {
  const query = '{ fileCategoriesAndTags { data { name tags } } }';
  const { fileCategoriesAndTags } = await ask(service, query);
  const { data } = fileCategoriesAndTags as { data: { name: string; tags: string[] }[] };
  expect(data.length).toBeGreaterThan(5);
  expect(new Set(data.map(({ name }) => name)).size).toBe(data.length);
  for (const { tags } of data) expect(new Set(tags).size).toBe(tags.length);
  expect((await post({ ...service, credential: 'lr_none_x' }, query)).status).toBe(401);
});
