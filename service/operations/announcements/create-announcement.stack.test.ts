import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '#testing/test-client.ts';
import { as, type RegisteredLab, registeredLab } from '#testing/test-registered-lab.ts';
import { startTestService, type TestService } from '#testing/test-service.ts';
import { uploadFile } from '#testing/test-upload.ts';
import { fundedWallet } from '#testing/test-wallets.ts';

let service: TestService;
let lab: RegisteredLab;
beforeAll(async () => {
  service = await startTestService();
  lab = await registeredLab(service);
});
afterAll(() => service.stop());

const CREATE = `mutation($oclId: String!, $headline: String!, $body: String!, $attachments: [String!]) {
  createAnnouncement(oclId: $oclId, headline: $headline, body: $body, attachments: $attachments) { message error { code details } } }`;
const FEED = `query($oclId: String!, $filter: LabActivityFilter) { labActivity(oclId: $oclId, page: 0, perPage: 10, filter: $filter) {
  nodes { __typename ... on LabEventAnnouncement { announcement { headline body changeBy attachments { path did } } } } } }`;

async function announce(args: object, token = lab.token) {
  const variables = { oclId: lab.oclId, headline: 'News', body: '**bold**', ...args };
  return (await ask(service, CREATE, variables, token)).createAnnouncement;
}

describe('createAnnouncement', () => {
  test('stands on the feed with its files, and can be asked for alone', async () => {
    const { datasetId } = await uploadFile(service, lab, 'x', { path: 'attached.txt' });
    expect(await announce({ attachments: [datasetId] })).toEqual({
      message: 'Announcement published.',
      error: null,
    });
    const { labActivity: all } = await ask(service, FEED, { oclId: lab.oclId });
    expect(all.nodes.map((node: { __typename: string }) => node.__typename)).toEqual([
      'LabEventAnnouncement',
      'LabEventFileAdded',
    ]);
    const { labActivity: filtered } = await ask(service, FEED, { oclId: lab.oclId, filter: 'ANNOUNCEMENT' });
    expect(filtered.nodes).toMatchObject([
      {
        announcement: {
          headline: 'News',
          changeBy: lab.wallet.toLowerCase(),
          attachments: [{ path: 'attached.txt' }],
        },
      },
    ]);
  });

  test('and on the feed of all labs, which says whose it is', async () => {
    const query =
      '{ activities(perPage: 1, filter: ANNOUNCEMENT) { pageInfo { currentPage } activities { ... on LabEventAnnouncement { lab { oclId } announcement { headline } } } } }';
    await announce({ headline: 'Newest' });
    const { activities } = await ask(service, query);
    expect(activities).toEqual({
      pageInfo: { currentPage: 0 },
      activities: [{ lab: { oclId: lab.oclId }, announcement: { headline: 'Newest' } }],
    });
  });

  test('refuses files of other labs, empty words and strangers', async () => {
    const other = await registeredLab(service);
    const { datasetId } = await uploadFile(service, other, 'x', { path: 'theirs.txt' });
    expect((await announce({ attachments: [datasetId] })).error).toEqual({
      code: 'VALIDATION_FAILED',
      details: '{"reason":"UNKNOWN_ATTACHMENT","argument":"attachments"}',
    });
    expect((await announce({ headline: ' ' })).error.code).toBe('VALIDATION_FAILED');
    const stranger = await as(service, lab, await fundedWallet());
    expect((await announce({}, stranger.token)).error.code).toBe('UNAUTHORIZED');
  });
});
