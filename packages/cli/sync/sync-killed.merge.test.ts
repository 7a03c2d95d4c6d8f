import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSyncSurvivesKills } from './killed-sync.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a sync of 40 encrypted files killed ten times each way continues, sends nothing twice, and another machine gets the same tree', async () => {
  const { killedAt } = await expectSyncSurvivesKills(service, { size: 40, kills: 10 });
  expect(killedAt).toHaveLength(20);
});
