import type { NoticeFieldsFragment } from '@labroom/client/documents';
import { expect, test } from 'vitest';
import { noticeText } from './notice-text.ts';

const notice = (given: Partial<NoticeFieldsFragment>): NoticeFieldsFragment => ({
  id: '1',
  kind: 'COMMENTED',
  oclId: `0x${'01'.repeat(32)}`,
  lab: { oclId: `0x${'01'.repeat(32)}`, shortname: 'soil', name: 'Soil', labNftTokenId: '1' },
  by: `0x${'11'.repeat(20)}`,
  ref: null,
  path: null,
  requestId: null,
  threadId: null,
  count: 1,
  event: null,
  follow: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  isRead: false,
  ...given,
});

test.each<
  [string, Partial<NoticeFieldsFragment>, { verb: string; subject: string | null; href: string | null }]
>([
  [
    'a file',
    { path: 'a/b.csv' },
    { verb: 'commented on', subject: 'a/b.csv', href: '/labs/soil/files/a?file=a%2Fb.csv#discussion' },
  ],
  [
    'a discussion of a lab',
    { kind: 'MENTIONED', threadId: '6ba7b810' },
    {
      verb: 'mentioned you in a comment on',
      subject: null,
      href: '/labs/soil/activity?show=discussion#6ba7b810',
    },
  ],
  [
    'a lab that the reader does not know, without its name',
    { kind: 'MENTIONED_BY_UNKNOWN_LAB', by: null, count: 400 },
    {
      verb: 'A lab you do not know mentioned you 400 times',
      subject: 'See the lab',
      href: '/labs/soil/activity?show=discussion#discussion',
    },
  ],
  ['a lab', { kind: 'ACCESS_GRANTED' }, { verb: 'gave you access to', subject: null, href: '/labs/soil' }],
  [
    'an unregistered lab',
    { kind: 'ACCESS_GRANTED', lab: null },
    { verb: 'gave you access to', subject: null, href: null },
  ],
  [
    'many files',
    {
      kind: 'FOLLOWED',
      path: 'a.csv',
      count: 240,
      event: { activity: { __typename: 'LabEventFileAdded' }, onChain: null },
    },
    { verb: 'added', subject: 'a.csv and 239 more', href: '/labs/soil/files?file=a.csv' },
  ],
  [
    'a moved folder',
    {
      kind: 'FOLLOWED',
      path: 'a/b/',
      event: { activity: { __typename: 'LabEventEntriesMoved' }, onChain: null },
    },
    { verb: 'moved', subject: 'a/b/', href: '/labs/soil/files/a/b' },
  ],
  [
    'a deleted file, which has no page',
    {
      kind: 'FOLLOWED',
      path: 'a.csv',
      event: { activity: { __typename: 'LabEventFileRemoved' }, onChain: null },
    },
    { verb: 'removed', subject: 'a.csv', href: '/labs/soil/activity' },
  ],
])('tells of %s', (_, given, text) => {
  expect(noticeText(notice(given))).toEqual(text);
});
