import { randomUUID } from 'node:crypto';
import {
  CreateReleaseDocument,
  FollowDocument,
  InboxDocument,
  RestoreEntryDocument,
} from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { ask, resultOf } from '@labroom/testing/test-client.ts';
import { beginThread, reply, threadsOf } from '@labroom/testing/test-comments.ts';
import { setProfile, signedProfile } from '@labroom/testing/test-profile.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { announce, sha256, trashFile, uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { markFeeds } from '#core/feed/feed-marks.ts';
import { runCommand } from '#operator/operator.fixture.ts';
import { numberEvents } from '../activity/number-events.ts';
import { tellFollowers } from '../follows/tell-followers.ts';

const service = await openTestService();
const lab = await registeredLab(service);
const reader = await fundedWallet();
const { token: strangerToken } = await signIn(service, reader);
const stranger = { oclId: lab.oclId, token: strangerToken, wallet: reader.address };

const operator = async (...args: string[]) => {
  const { code, output } = await runCommand(service, ...args);
  expect({ args, code }).toEqual({ args, code: 0 });
  return output;
};
const hide = (...subject: string[]) =>
  operator('hide', '--lab', lab.oclId, ...subject, '--reason', 'It is an advertisement.');
const unhide = (...subject: string[]) => operator('unhide', '--lab', lab.oclId, ...subject);
const hiding = { reason: 'It is an advertisement.', at: expect.stringMatching(/Z$/) };

/** The paths, counts and headlines that the lists of the lab have for a caller. */
async function listedFor(token?: string) {
  const {
    labWithDataRoomAndFiles: found,
    labActivity,
    activityGroups,
    activities,
    searchLabs,
  } = await ask(
    service,
    `query($o: String!) {
      labWithDataRoomAndFiles(oclId: $o) { fileCount dataRoom {
        files { path } filesPage(perPage: 2) { totalCount nodes { path } pageInfo { totalPages } }
        second: filesPage(perPage: 2, page: 1) { nodes { path } } fileColumns { paths } folders { fileCount }
        extensions { fileCount } pictures { path } } }
      labActivity(oclId: $o, perPage: 2) { nodes { ...kind } pageInfo { totalPages } }
      activityGroups(oclId: $o) { nodes { entryCount fileCount entries { ...kind } } }
      activities(after: "0", oclId: $o) { activities { ...kind } }
      searchLabs(prompt: "spam") { totalCount nodes { __typename } } }
    fragment kind on LabActivity { __typename
      ... on LabEventFileAdded { entry { path } } ... on LabEventAnnouncement { announcement { headline hidden { reason } } } }`,
    { o: lab.oclId },
    token,
  );
  return {
    ...found.dataRoom,
    fileCount: found.fileCount,
    entries: labActivity,
    groups: activityGroups.nodes,
    log: activities.activities.length,
    hits: searchLabs.totalCount,
  };
}

let ref: string;
let announcementId: string;
beforeAll(async () => {
  for (const path of ['data/a.csv', 'data/b.csv', 'data/c.csv'])
    await uploadFile(service, lab, path, { path });
  ({ datasetId: ref } = await uploadFile(service, lab, 'spam', { path: 'data/spam.csv', tags: ['spam'] }));
  ({
    announcement: { id: announcementId },
  } = await latestAnnouncement());
  await numberEvents(service.context);
});

async function latestAnnouncement() {
  await announce(service, lab, { headline: 'Buy spam', body: 'spam', attachments: [ref] });
  const { labActivity } = await ask(
    service,
    'query($o: String!) { labActivity(oclId: $o, filter: ANNOUNCEMENT) { nodes { ... on LabEventAnnouncement { announcement { id } } } } }',
    { o: lab.oclId },
  );
  return labActivity.nodes[0];
}

describe('a hidden file', () => {
  test('is in no list of its lab, nor in its counts, but for members; and comes back as it was', async () => {
    const before = await listedFor();
    expect(before).toMatchObject({ fileCount: 4, log: 5, hits: 2 });
    await hide('--file', 'data/spam.csv');
    const shown = await listedFor();
    const three = ['data/a.csv', 'data/b.csv', 'data/c.csv'];
    expect(shown).toMatchObject({
      fileCount: 3,
      files: three.map((path) => ({ path })),
      filesPage: { totalCount: 3, pageInfo: { totalPages: 2 } },
      second: { nodes: [{ path: 'data/c.csv' }] },
      fileColumns: { paths: three },
      folders: [{ fileCount: 3 }],
      extensions: [{ fileCount: 3 }],
      log: 4,
      hits: 1,
    });
    expect(shown.groups).toMatchObject([{ entryCount: 1 }, { entryCount: 3, fileCount: 3 }]);
    expect(shown.groups[1].entries).toHaveLength(3);
    expect(shown.entries.pageInfo.totalPages).toBe(2);
    expect(JSON.stringify(shown)).not.toContain('data/spam.csv');
    const { hits: _, ...ofMembers } = await listedFor(lab.token);
    const { hits: __, ...all } = before;
    expect(ofMembers).toEqual(all);
    expect(await listedFor(stranger.token)).toEqual(shown);
    await unhide('--file', ref);
    expect(await listedFor()).toEqual(before);
  });

  test('stays as its link shows it, with the reason for members alone', async () => {
    await hide('--file', ref);
    const file = async (token?: string) => {
      const { dataRoomFile, filesByContentHash } = await ask(
        service,
        `query($o: String!, $h: String!) { dataRoomFile(oclId: $o, path: "data/spam.csv") { did isListed hidden { reason at } downloadUrl }
          filesByContentHash(contentHash: $h) { path } }`,
        { o: lab.oclId, h: `sha256:${sha256('spam')}` },
        token,
      );
      expect(filesByContentHash).toEqual([]);
      expect(await (await fetch(dataRoomFile.downloadUrl)).text()).toBe('spam');
      return dataRoomFile;
    };
    for (const token of [undefined, stranger.token])
      expect(await file(token)).toMatchObject({ did: ref, isListed: false, hidden: null });
    expect(await file(lab.token)).toMatchObject({ isListed: false, hidden: hiding });
    expect(await operator('hidden')).toMatch(/\tFILE 0x[0-9a-f]+ did:\S+\tIt is an advertisement\.$/);
  });

  test('stays hidden with a new version, through the trash and back', async () => {
    await uploadFile(service, lab, 'spam again', { ref });
    expect(await listedFor()).toMatchObject({ fileCount: 3, hits: 1, groups: [{}, { entryCount: 3 }] });
    const { ids } = await trashFile(service, lab, 'data/spam.csv');
    await resultOf(service, RestoreEntryDocument, { oclId: lab.oclId, entries: [{ id: ids[0] }] }, lab.token);
    expect(await listedFor()).toMatchObject({ fileCount: 3, hits: 1 });
    expect(JSON.stringify(await listedFor())).not.toContain('data/spam.csv');
    await unhide('--file', ref);
    expect(await listedFor()).toMatchObject({ fileCount: 4, hits: 2 });
  });
});

describe('a hidden announcement', () => {
  test('is in neither feed nor search, and members see that it is hidden', async () => {
    await hide('--announcement', announcementId);
    const feeds = async (token?: string) => {
      const { groups, hits } = await listedFor(token);
      return { feeds: JSON.stringify(groups), hits };
    };
    expect((await feeds()).feeds).not.toContain('Buy spam');
    expect((await feeds()).hits).toBe(1);
    expect((await feeds(lab.token)).feeds).toContain(
      '"announcement":{"headline":"Buy spam","hidden":{"reason":"It is an advertisement."}}',
    );
    await unhide('--announcement', announcementId);
    expect(await feeds()).toMatchObject({ feeds: expect.stringContaining('Buy spam'), hits: 2 });
  });

  test('is told to no follower but members, and to programs by no log', async () => {
    for (const { token } of [lab, stranger])
      await resultOf(service, FollowDocument, { input: { lab: lab.oclId } }, token);
    const { announcement } = await latestAnnouncement();
    await hide('--announcement', announcement.id);
    while ((await numberEvents(service.context)).more);
    while ((await tellFollowers(service.context)).more);
    const inbox = { page: 0, perPage: 10, onlyUnread: false };
    expect((await resultOf(service, InboxDocument, inbox, stranger.token)).totalCount).toBe(0);
    const { activities } = await ask(service, '{ activities(after: "0", perPage: 100) { events { id } } }');
    const { activities: all } = await ask(
      service,
      'query($o: String!) { activities(after: "0", perPage: 100, oclId: $o) { events { id } } }',
      { o: lab.oclId },
      lab.token,
    );
    expect(all.events).toHaveLength(activities.events.length + 1);
  });
});

test('hidden releases and discussions are in no list, a hidden comment has no words, and members see all', async () => {
  const { release } = await resultOf(
    service,
    CreateReleaseDocument,
    { oclId: lab.oclId, name: 'Buy now' },
    lab.token,
  );
  const { thread } = await beginThread(service, lab, {}, 'first');
  const second = randomUUID();
  await reply(service, lab, thread.id, { id: second, body: 'second' });
  const { thread: other } = await beginThread(service, lab, {}, 'other');
  await hide('--release', String(release.number));
  await hide('--comment', second);
  await hide('--thread', other.id);
  const seenBy = async (token?: string) => {
    const { releases, release: direct } = await ask(
      service,
      `query($o: String!, $d: String!) { releases(oclId: $o) { totalCount nodes { name } }
        release(did: $d) { name isListed hidden { reason } } }`,
      { o: lab.oclId, d: release.did },
      token,
    );
    const { threads } = await ask(
      service,
      'query($o: String!) { threads(oclId: $o) { totalCount nodes { hidden { reason } comments { body isHidden hidden { reason } } } } }',
      { o: lab.oclId },
      token,
    );
    return { releases, direct, threads };
  };
  const { reason } = hiding;
  const first = { body: 'first', isHidden: false, hidden: null };
  for (const token of [undefined, stranger.token])
    expect(await seenBy(token)).toEqual({
      releases: { totalCount: 0, nodes: [] },
      direct: { name: 'Buy now', isListed: false, hidden: null },
      threads: {
        totalCount: 1,
        nodes: [{ hidden: null, comments: [first, { body: null, isHidden: true, hidden: null }] }],
      },
    });
  expect(await seenBy(lab.token)).toMatchObject({
    releases: { totalCount: 1 },
    direct: { hidden: { reason } },
    threads: {
      totalCount: 2,
      nodes: [{ hidden: { reason } }, { comments: [first, { body: 'second', hidden: { reason } }] }],
    },
  });
  const { thread: byLink } = await ask(
    service,
    'query($o: String!, $i: String!) { thread(oclId: $o, id: $i) { comments { body } } }',
    { o: lab.oclId, i: other.id },
  );
  expect(byLink.comments).toEqual([{ body: 'other' }]);
  expect((await threadsOf(service, lab)).totalCount).toBe(1);
});

test('a hidden profile is shown to its own wallet only, with the reason', async () => {
  const signed = await signedProfile(
    reader,
    { name: 'Helpful Ada' },
    { site: new URL(service.context.config.http.webUrl ?? '').host },
  );
  expect((await setProfile(service, signed)).error).toBeNull();
  await operator('hide', '--wallet', reader.address, '--reason', 'Not the support.');
  const profile = async (token?: string) =>
    (
      await ask(
        service,
        'query($w: String!) { profile(wallet: $w) { name hidden { reason } } }',
        { w: reader.address },
        token,
      )
    ).profile;
  expect(await profile()).toBeNull();
  expect(await profile(lab.token)).toBeNull();
  expect(await profile(stranger.token)).toEqual({
    name: 'Helpful Ada',
    hidden: { reason: 'Not the support.' },
  });
  await operator('unhide', '--wallet', reader.address);
  expect(await profile()).toEqual({ name: 'Helpful Ada', hidden: null });
});

test('a hidden lab opens by its link, is in the list of its own members, and says why to them', async () => {
  const other = await registeredLab(service);
  const labs = async (args: string, token?: string) =>
    (await ask(service, `{ labs${args} { totalCount nodes { oclId } } }`, {}, token)).labs;
  await operator('hide', '--lab', other.shortname, '--reason', 'Spam');
  expect(await labs('')).toEqual({ totalCount: 1, nodes: [{ oclId: lab.oclId }] });
  const own = `(walletAddress: "${other.wallet}")`;
  expect((await labs(own)).totalCount).toBe(0);
  expect((await labs(own, lab.token)).totalCount).toBe(0);
  expect((await labs(own, other.token)).nodes).toEqual([{ oclId: other.oclId }]);
  const byLink = async (token?: string) =>
    (
      await ask(
        service,
        'query($s: String!) { labWithDataRoomAndFiles(shortname: $s) { isListed hidden { reason } } }',
        { s: other.shortname },
        token,
      )
    ).labWithDataRoomAndFiles;
  expect(await byLink()).toEqual({ isListed: false, hidden: null });
  expect(await byLink(other.token)).toEqual({ isListed: false, hidden: { reason: 'Spam' } });
  expect((await uploadFile(service, other, 'works', { path: 'works.txt' })).error).toBeNull();
  expect(await labs('')).toMatchObject({ totalCount: 1 });
});

test('marks that count deep pages are made anew, also while they are made', async () => {
  const { context } = service;
  const near = { distance: 2, age: '0 seconds' };
  const busy = await registeredLab(service);
  for (let at = 0; at < 6; at += 1) await announce(service, busy);
  await Promise.all([
    markFeeds(context, near),
    operator('hide', '--lab', busy.oclId, '--reason', 'Spam'),
    markFeeds(context, near),
  ]);
  await markFeeds(context, near);
  // Every page, with the count of the last; the invariants of the database compare the marks.
  const { activities: first } = await ask(service, '{ activities(perPage: 2) { pageInfo { totalPages } } }');
  const pages = first.pageInfo.totalPages;
  const seen: string[] = [];
  for (let page = 0; page < pages; page += 1) {
    const { activities } = await ask(
      service,
      'query($p: Int!) { activities(perPage: 2, page: $p) { events { oclId } } }',
      { p: page },
    );
    seen.push(...activities.events.map(({ oclId }: { oclId: string }) => oclId));
  }
  expect(Math.ceil(seen.length / 2)).toBe(pages);
  expect(seen).not.toContain(busy.oclId);
});
