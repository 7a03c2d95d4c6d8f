import { startTestService, type TestService } from '@labroom/testing/test-service.ts';
import { afterAll, beforeAll, test } from 'vitest';
import { expectSyncSurvivesKills } from './sync/killed-sync.fixture.ts';
import { expectRenamesMoveNothing } from './sync/renamed-folder.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

test('a sync of 10,000 encrypted files, killed ten times each way, sends nothing twice, and a second run nothing at all', {
  timeout: 7_200_000,
}, async ({ annotate }) => {
  const { up, down, secondRun, killedAt } = await expectSyncSurvivesKills(service, {
    size: 10_000,
    kills: 10,
  });
  const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
  await annotate(
    `up ${seconds(up)} s, down ${seconds(down)} s, second run ${seconds(secondRun)} s, killed at ${killedAt.join(', ')} files`,
  );
});

test('a renamed file of 1.2 GB moves on the other side, from here and from the lab, and none of its bytes', {
  timeout: 1_800_000,
}, async () => {
  await expectRenamesMoveNothing(service, 1_200_000_000);
});
