import { isQuick } from '@labroom/testing/depth.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { reader, refused } from '#lib/session/stubbed-page.fixture.tsx';
import {
  at,
  comment,
  dataKey,
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

describe('who may write', () => {
  it('is asked of visitors: they are shown how to sign in, and no field', async () => {
    await open({ Threads: threads(thread()) }, { isSignedIn: false, role: undefined });
    expect(page.text()).toContain('Connect a wallet to take part in the discussion.');
    expect(page.text()).toContain('Looks fine.');
    expect(page.all('textarea')).toEqual([]);
    expect(page.buttons()).not.toContain('Answer');
    expect(page.buttons()).not.toContain('Resolve');
  });

  it('is not a wallet without a role, except about a file that it may open', async () => {
    await open({ Threads: threads(thread()) }, { role: null });
    expect(page.text()).toContain('Members of this lab can comment. Ask an owner for a role.');
    expect(page.all('textarea')).toEqual([]);
    expect(page.buttons()).not.toContain('Answer');
    await page.end();

    await open({ Threads: threads(thread({ version: 2 })) }, { role: null, discussed: onFile([2]) });
    expect(page.all('textarea')).toHaveLength(1);
    expect(page.buttons()).toContain('Answer');
    expect(page.text()).toContain('Encrypted in this browser, for those who may open the file.');
  });
});

it('offers a wallet whose role could not be read to write, because the service decides', async () => {
  await open({ Threads: threads(thread()) }, { role: undefined });
  expect(page.all('textarea')).toHaveLength(1);
  expect(page.buttons()).toContain('Answer');
});

describe('a discussion that the reader gets no words of', () => {
  const hidden = (canRead: boolean | null) =>
    threads(thread({ version: 2, canRead, commentCount: 3, comments: [comment({ body: null })] }));
  const discussed = onFile([2]);

  it('says that it is for others', async () => {
    await open({ Threads: hidden(false) }, { discussed });
    expect(page.text()).toContain('3 comments, for those who may open this version.');
    expect(page.text()).not.toContain('Sign in to read them');
    expect(page.buttons()).not.toContain('Answer');
    expect(page.buttons()).not.toContain('More about this comment');
  });

  it('says that the right to read could not be checked, which is no refusal', async () => {
    await open({ Threads: hidden(null) }, { discussed });
    expect(page.text()).toContain('3 comments. Whether you may read them could not be checked.');
    expect(page.text()).not.toContain('for those who may open this version');
    expect(page.buttons()).not.toContain('Answer');
  });

  it('tells visitors to sign in', async () => {
    await open({ Threads: hidden(false) }, { discussed, isSignedIn: false, role: undefined });
    expect(page.text()).toContain('Sign in to read them if you may open the file.');
  });
});

describe('the list of discussions', () => {
  it('is empty only after an answer that says so', async () => {
    await open({});
    expect(page.text()).not.toContain('No comments yet.');
    expect(page.all('[role="status"], [aria-busy="true"]').length).toBeGreaterThan(0);
    await page.end();
    await open({ Threads: threads() });
    expect(page.text()).toContain('No comments yet.');
  });

  it.each([
    ['UNAUTHORIZED', 'Only members may read this.', false],
    ['UPSTREAM_UNAVAILABLE', 'The chain could not be read.', true],
    ...(isQuick ? [] : [['NOT_FOUND', 'There is no such lab.', false] as const]),
  ] as const)(
    'that was refused (%s) says why, and is not shown as empty',
    async (code, message, isRetryable) => {
      let isRefused = true;
      await open({ Threads: () => (isRefused ? refused(code, message) : threads(thread())) });
      expect(page.text()).toContain(message);
      expect(page.text()).toContain('req-1');
      expect(page.text().includes('Try again in a moment.')).toBe(isRetryable);
      expect(page.text()).not.toContain('No comments yet.');
      isRefused = false;
      await page.click('Try again');
      expect(page.text()).toContain('Looks fine.');
      expect(page.text()).not.toContain(message);
    },
  );

  it('asks to sign in again if the session has ended', async () => {
    await open({ Threads: refused('UNAUTHENTICATED', 'Expired.', 'TOKEN_EXPIRED') });
    expect(page.text()).toContain('Connect a wallet to take part in the discussion.');
    expect(page.all('textarea')).toEqual([]);
  });

  it('shows resolved discussions apart, and how many', async () => {
    await open({ Threads: threads(thread(), thread({ id: 't2', resolvedAt: at, resolvedBy: other })) });
    expect(page.all('details summary')[0]?.textContent).toBe('1 resolved discussion');
    expect(page.all('details #t2')).toHaveLength(1);
    expect(page.all('details #t1')).toHaveLength(0);
  });
});

describe('the menu of a comment', () => {
  const menu = async (shown: Shown, changes = {}) => {
    await open({ Threads: threads(thread({ comments: [comment(changes)] })) }, shown);
    return page.openMenu('More about this comment');
  };
  const mine = { author: reader };

  it.each<[string, Shown, object, string[]]>([
    ['its author edits and deletes it', { role: 'VIEWER' }, mine, ['Edit', 'Delete']],
    ['another member reports it', { role: 'CONTRIBUTOR' }, {}, ['Report…']],
    ['an owner reports or deletes it', { role: 'OWNER' }, {}, ['Report…', 'Delete']],
    ['an owner edits only its own', { role: 'OWNER' }, mine, ['Edit', 'Delete']],
    ['a visitor reports it', { role: undefined, isSignedIn: false }, mine, ['Report…']],
  ])('%s', async (_, shown, changes, items) => expect(await menu(shown, changes)).toEqual(items));

  it.each([
    ['Deleted by its author', { deletedAt: at, deletedBy: other }],
    ['Deleted by an owner of the lab', { deletedAt: at, deletedBy: reader }],
    ['Hidden by the operator of this site', { isHidden: true }],
  ])('is missing where the words are gone: %s', async (text, changes) => {
    await open(
      { Threads: threads(thread({ comments: [comment({ body: null, ...changes })] })) },
      { role: 'OWNER' },
    );
    expect(page.text()).toContain(text);
    expect(page.buttons()).not.toContain('More about this comment');
  });

  it('asks before it deletes, and says why that was refused', async () => {
    await open(
      { Threads: threads(thread()), DeleteComment: refused('UNAUTHORIZED', 'You own the lab no more.') },
      { role: 'OWNER' },
    );
    await page.openMenu('More about this comment');
    await page.choose('Delete');
    await page.click('Keep');
    expect(page.text()).not.toContain('Delete this comment?');
    await page.openMenu('More about this comment');
    await page.choose('Delete');
    expect(page.text()).toContain('Its words cannot be brought back.');
    expect(page.sent('DeleteComment')).toEqual([]);
    await page.click('Delete');
    expect(page.sent('DeleteComment')).toEqual([{ oclId: '0x01', id: 'c1' }]);
    expect(page.text()).toContain('You own the lab no more.');
  });
});

it('says why encrypted comments could not be read, and tries again', async () => {
  const sealed = comment({ body: null, isEncrypted: true, ciphertext: 'AAAA', keyContentHash: 'hash' });
  await open(
    {
      Threads: threads(thread({ version: 2, comments: [sealed] })),
      DiscussionKeys: refused('UPSTREAM_UNAVAILABLE', 'The chain could not be read.'),
    },
    { discussed: onFile([2]) },
  );
  await page.until(() => expect(page.text()).toContain('The chain could not be read.'));
  const before = page.sent('DiscussionKeys').length;
  await page.click('Try again');
  expect(page.sent('DiscussionKeys').length).toBe(before + 1);
});

it('says of an encrypted comment whose key is gone that it could not be decrypted', async () => {
  const sealed = comment({ body: null, isEncrypted: true, ciphertext: 'AAAA', keyContentHash: 'former' });
  await open(
    {
      Threads: threads(thread({ version: 2, comments: [sealed] })),
      DiscussionKeys: versionOf('ADMIN'),
      DecryptDataKey: dataKey,
    },
    { discussed: onFile([2]) },
  );
  await page.until(() => expect(page.text()).toContain('This comment could not be decrypted here'));
});

it('says why later comments could not be read', async () => {
  const full = thread({ comments: Array.from({ length: 50 }, (_, n) => comment({ id: `c${n}` })) });
  await open({ Threads: threads(full), ThreadComments: refused('NOT_FOUND', 'The discussion is gone.') });
  await page.click('Later comments');
  expect(page.sent('ThreadComments')).toEqual([{ oclId: '0x01', id: 't1', page: 1 }]);
  expect(page.text()).toContain('The discussion is gone.');
});
