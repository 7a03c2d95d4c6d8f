import { afterEach, describe, expect, it } from 'vitest';
import { reader, refused } from '#lib/session/stubbed-page.fixture.tsx';
import {
  at,
  dataKey,
  done,
  file,
  onFile,
  openDiscussion,
  other,
  type Shown,
  thread,
  threads,
  versionOf,
} from './discussion.fixture.tsx';

let page: Awaited<ReturnType<typeof openDiscussion>>;
afterEach(() => page.end());

async function open(...args: Parameters<typeof openDiscussion>) {
  page = await openDiscussion(...args);
}

describe('what is sent', () => {
  it('of a comment about the lab are its words and new ids, once more the same after a refusal', async () => {
    await open({ Threads: threads(), CreateThread: refused('RATE_LIMITED', 'Too many.') });
    expect(page.button('Comment').disabled).toBe(true);
    await page.type('New discussion', 'Which batch?');
    await page.click('Comment');
    expect(page.all('textarea')[0]).toHaveProperty('value', 'Which batch?');
    await page.click('Comment');
    const [first, again] = page.sent('CreateThread');
    const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(first).toEqual({ oclId: '0x01', input: { id, comment: { id, body: 'Which batch?' } } });
    expect(again).toEqual(first);
  });

  it('of the same words after a success are other ids: they are meant twice', async () => {
    const created = { CreateThread: done('createThread'), AddComment: done('addComment') };
    await open({ Threads: threads(thread()), ...created });
    for (const _ of ['first', 'second']) {
      await page.type('New discussion', 'Agreed.');
      await page.click('Comment');
    }
    const [first, second, ...others] = page.sent('CreateThread');
    expect(second).not.toEqual(first);
    expect(others).toEqual([]);

    for (const _ of ['first', 'second']) {
      await page.click('Answer');
      await page.type('Answer', 'Agreed.');
      await page.click('Answer');
    }
    const [answer, again] = page.sent('AddComment');
    expect(answer).toMatchObject({ comment: { body: 'Agreed.' } });
    expect(again).toMatchObject({ comment: { body: 'Agreed.' } });
    expect(again).not.toEqual(answer);
  });

  it('of a comment about a public file names the version', async () => {
    await open(
      { Threads: threads(), DiscussionKeys: versionOf('PUBLIC'), CreateThread: done('createThread') },
      { discussed: onFile([]) },
    );
    await page.type('New discussion of version 2', 'Row 3?');
    await page.click('Comment');
    expect(page.sent('CreateThread')).toMatchObject([
      { input: { ref: file.ref, version: 2, comment: { body: 'Row 3?' } } },
    ]);
    expect(page.all('textarea')[0]).toHaveProperty('value', '');
  });

  it('of a comment about an encrypted file is encrypted, and its draft is not stored', async () => {
    await open(
      {
        ...{ Threads: threads(), DiscussionKeys: versionOf('TEAM'), DecryptDataKey: dataKey },
        CreateThread: done('createThread'),
      },
      { discussed: onFile([2]) },
    );
    await page.type('New discussion of version 2', 'The secret result');
    expect(JSON.stringify({ ...localStorage })).not.toContain('secret');
    await page.click('Comment');
    await page.until(() => expect(page.sent('CreateThread')).toHaveLength(1));
    const [sent] = page.sent('CreateThread');
    expect(sent).toMatchObject({ input: { comment: { encrypted: { keyContentHash: 'hash' } } } });
    expect(JSON.stringify(sent)).not.toMatch(/secret|"body"|"anchor"/);
  });

  it.each([
    ['public', 'TEAM', []],
    ['encrypted', 'PUBLIC', [2]],
  ])('is nothing if the page shows a version as %s and it is now %s', async (_, level, encrypted) => {
    await open(
      { Threads: threads(), DiscussionKeys: versionOf(level), DecryptDataKey: dataKey },
      { discussed: onFile(encrypted) },
    );
    await page.type('New discussion of version 2', 'For the team');
    await page.click('Comment');
    await page.until(() => expect(page.text()).toContain('Who can open this version has changed.'));
    expect(page.sent('CreateThread')).toEqual([]);
    expect(page.all('textarea')[0]).toHaveProperty('value', 'For the team');
  });

  it.each([
    ['Resolve', null, true],
    ['Reopen', at, false],
  ])('by %s is the new state of the discussion', async (name, resolvedAt, resolved) => {
    await open({ Threads: threads(thread({ resolvedAt })), ResolveThread: done('resolveThread') });
    expect(page.buttons()).toContain(name);
    await page.click(name);
    expect(page.sent('ResolveThread')).toEqual([{ oclId: '0x01', id: 't1', resolved }]);
  });
});

describe('reviews', () => {
  const discussed = onFile([]);
  const review = (changes = {}) => ({
    ...{ version: 2, state: 'WANTED', wallet: other, profile: null, reviewers: [], at },
    ...changes,
  });
  const shown = (...fileReviews: object[]) => ({ Threads: threads(), FileReviews: { fileReviews } });

  it('are given by members, once for each version', async () => {
    await open({ ...shown(), ReviewFileVersion: done('reviewFileVersion') }, { discussed });
    await page.click('Mark version 2 as reviewed');
    expect(page.sent('ReviewFileVersion')).toEqual([{ oclId: '0x01', ref: file.ref, version: 2 }]);
    await page.end();
    await open(shown(review({ state: 'REVIEWED', wallet: reader, version: 1 })), { discussed });
    expect(page.buttons()).toContain('Mark version 2 as reviewed');
    await page.end();
    await open(shown(review({ state: 'REVIEWED', wallet: reader })), { discussed });
    expect(page.buttons()).not.toContain('Mark version 2 as reviewed');
    expect(page.buttons()).toContain('Ask for a review…');
  });

  it.each<[string, Shown]>([
    ['a visitor', { isSignedIn: false, role: undefined }],
    ['a wallet without a role', { role: null }],
  ])('are read, not given, by %s', async (_, who) => {
    await open(shown(review()), { ...who, discussed });
    expect(page.text()).toContain('wants a review of version 2');
    expect(page.buttons().join()).not.toMatch(/reviewed|Ask for a review/);
  });

  it('are wanted until one of those asked has given one', async () => {
    const wanted = review({ reviewers: [reader] });
    await open(shown(wanted, review({ state: 'REVIEWED' })), { discussed });
    expect(page.text()).toContain('wants a review of version 2');
    await page.end();
    await open(shown(wanted, review({ state: 'REVIEWED', wallet: reader })), { discussed });
    expect(page.text()).toContain('wanted a review of version 2');
  });

  it('that could not be read say so', async () => {
    await open(
      { Threads: threads(), FileReviews: refused('NOT_FOUND', 'There is no such file.') },
      { discussed },
    );
    expect(page.text()).toContain('There is no such file.');
  });
});
