import type { AccessRequestFieldsFragment } from '@labroom/client/documents';
import { defaultPromise } from '@labroom/protocol/access-request';
import { isQuick } from '@labroom/testing/depth.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readClient } from '#lib/reading/use-read.ts';
import { type Answers, openPage, reader, refused } from '#lib/session/stubbed-page.fixture.tsx';
import type { Rights } from '../roles/rights.ts';
import { asker, decision, lab, pageOf, request } from './request.fixture.ts';
import { RequestsSection } from './requests-section.tsx';

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(async () => {
  await page.end();
  readClient().clear();
});

const signTypedData = vi.fn(async () => '0x5161' as const);
const onGrant = vi.fn();

const rights = {
  owner: {
    role: 'OWNER',
    mayGrant: ['VIEWER', 'CONTRIBUTOR'],
    onlyLetIn: false,
    mayRemoveAll: true,
    latest: null,
  },
  /** The Safe itself grants roles. */
  ownerOfSafe: { role: 'OWNER', mayGrant: [], onlyLetIn: false, mayRemoveAll: false, latest: null },
  contributor: {
    role: 'CONTRIBUTOR',
    mayGrant: ['VIEWER'],
    onlyLetIn: true,
    mayRemoveAll: false,
    latest: null,
  },
} satisfies Record<string, Rights>;

interface Who {
  rights?: Rights;
  isConnected?: boolean;
  isSignedIn?: boolean;
  canSendBatch?: () => Promise<boolean>;
}

async function open(
  requests: AccessRequestFieldsFragment[] | object,
  answers: Answers = {},
  {
    rights: held = rights.owner,
    isConnected = true,
    isSignedIn = true,
    canSendBatch = async () => true,
  }: Who = {},
) {
  const AccessRequests = Array.isArray(requests) ? { accessRequests: pageOf(requests) } : requests;
  const wallet = isConnected ? reader : undefined;
  page = await openPage(
    <RequestsSection lab={lab} rights={held} wallet={wallet ?? null} onGrant={onGrant} />,
    { AccessRequests, Invitations: { invitations: [] }, ...answers },
    { session: isSignedIn ? reader : undefined, wallet, runtime: { signTypedData, canSendBatch } },
  );
}

describe('who decides', () => {
  it('signs in first, and nothing is asked of the service until then', async () => {
    await open([request()], {}, { isSignedIn: false });
    expect(page.text()).toContain('Sign a message with 0xabab…abab to read the requests for access.');
    expect(page.sent('AccessRequests')).toEqual([]);
  });

  it.each<[string, Rights, string[]]>([
    ['an owner', rights.owner, ['Decline…', 'Grant viewer…', 'Decline…', 'Grant contributor…']],
    ['a contributor', rights.contributor, ['Decline…', 'Grant viewer…', 'Decline…']],
    ['an owner of the Safe', rights.ownerOfSafe, ['Decline…', 'Decline…']],
  ])('grants what it may grant: %s', async (_, held, buttons) => {
    await open([request(), request({ id: '0x0b', role: 'CONTRIBUTOR' })], {}, { rights: held });
    expect(page.buttons().filter((name) => /^(Decline|Grant)/.test(name))).toEqual(buttons);
    expect(page.buttons().includes('Questions and promise…')).toBe(held.role === 'OWNER');
    expect(page.buttons().includes('Invite people…')).toBe(held.mayGrant.length > 0);
  });

  it('connects the wallet first', async () => {
    await open([request()], {}, { isConnected: false });
    expect(page.buttons().join()).not.toMatch(/Decline…|Grant viewer…/);
    expect(page.buttons().join()).toContain('Connect wallet');
  });

  it('chooses the request whose button was clicked', async () => {
    const second = request({ id: '0x0b', role: 'CONTRIBUTOR' });
    await open([request(), second]);
    await page.click('Grant contributor…');
    expect(onGrant).toHaveBeenCalledExactlyOnceWith(second);
  });

  it.each<[string, Rights, boolean]>([
    ['both may be granted', rights.owner, true],
    ['only one may be granted', rights.contributor, false],
  ])('grants invited people at once if %s', async (_, held, isOffered) => {
    const invitation = 'i1';
    const invited = [request({ invitation }), request({ id: '0x0b', invitation, role: 'CONTRIBUTOR' })];
    await open([...invited, request({ id: '0x0c' })], {}, { rights: held });
    expect(page.buttons().includes('Grant the 2 invited…')).toBe(isOffered);
  });
});

describe('granting all invited people', () => {
  const invited = ['0x0a', '0x0b'].map((id) => request({ id, invitation: 'i1' }));
  const openAll = async (canSendBatch: () => Promise<boolean>) => {
    await open(invited, {}, { canSendBatch });
    await page.click('Grant the 2 invited…');
  };
  /** Why the roles cannot be granted; `null` if they can. */
  const obstacle = () => {
    const button = page.button('Grant 2 roles');
    const reason = document.getElementById(button.getAttribute('aria-describedby') ?? '');
    return button.disabled ? reason?.textContent : null;
  };

  it('is sent by a wallet that sends several calls at once', async () => {
    await openAll(async () => true);
    await page.until(() => expect(obstacle()).toBeNull());
  });

  it('says why it cannot be sent', async () => {
    await openAll(async () => false);
    await page.until(() => expect(obstacle()).toContain('Your wallet sends one transaction at a time.'));
  });

  it('says that the wallet has not answered yet', async () => {
    await openAll(() => new Promise(() => undefined));
    expect(obstacle()).toContain('Asking your wallet');
  });

  it('asks the wallet again where that failed', async () => {
    let isSilent = true;
    await openAll(async () => {
      if (isSilent) throw new Error('The wallet is locked.');
      return true;
    });
    await page.until(() => expect(page.buttons()).toContain('Try again'));
    expect(obstacle()).toBeTruthy();
    isSilent = false;
    await page.click('Try again');
    await page.until(() => expect(obstacle()).toBeNull());
  });
});

describe('the list of requests', () => {
  it('says who asks for what, and what was answered and promised', async () => {
    await open([request({ path: 'data/assay.csv' })]);
    expect(page.text()).toContain('1 request for access');
    expect(page.text()).toContain('asks to become a viewer without an end');
    expect(page.text()).toContain('Why?To repeat it.');
    expect(page.all('a[href*="assay"]')[0]?.getAttribute('href')).toBe(
      '/labs/vita/files?file=data%2Fassay.csv',
    );
  });

  it('is empty only after an answer that says so', async () => {
    await open([]);
    expect(page.text()).toContain('None is open.');
  });

  it('names those that are not shown', async () => {
    await open({ accessRequests: pageOf([request()], 25) });
    expect(page.text()).toContain('25 requests for access');
    expect(page.text()).toContain('and 24 older ones');
  });

  it.each([
    ['UNAUTHORIZED', 'Only owners and contributors may do this.', false],
    ['UPSTREAM_UNAVAILABLE', 'The chain could not be read.', true],
    ...(isQuick ? [] : [['NOT_FOUND', 'There is no such lab.', false] as const]),
  ] as const)(
    'that was refused (%s) says why, and is not shown as empty',
    async (code, message, isRetryable) => {
      await open(refused(code, message));
      expect(page.text()).toContain(message);
      expect(page.text().includes('Try again in a moment.')).toBe(isRetryable);
      expect(page.text()).not.toContain('None is open.');
    },
  );

  it('asks to sign in again if the session has ended', async () => {
    await open(refused('UNAUTHENTICATED', 'Expired.', 'TOKEN_EXPIRED'));
    expect(page.buttons()).toEqual(['Sign in']);
  });

  it('shows decided requests on demand, with who decided and why', async () => {
    const declined = request({ state: 'DECLINED', decision });
    const answer = ({ state }: Record<string, unknown>) => ({
      accessRequests: pageOf(state === 'OPEN' ? [request()] : [request(), declined]),
    });
    await open([], { AccessRequests: answer });
    await page.click('Decided requests');
    const decided = page.all('[aria-label="Decided requests"] li');
    expect(decided).toHaveLength(1);
    expect(decided[0]?.textContent).toMatch(/Declined.*by You.*Not yet\./);
  });
});

describe('declining', () => {
  it('sends the signed reason, and blocks the asker on request of an owner', async () => {
    signTypedData.mockClear();
    await open([request()], declineAnswers);
    await page.click('Decline…');
    await page.click('Sign and decline');
    expect(page.all('[role="alert"]').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^The reason /),
    ]);
    expect(signTypedData).not.toHaveBeenCalled();
    await page.type('Reason', ' Not yet. ');
    await page.check('Take no more requests of this wallet');
    await page.click('Sign and decline');
    expect(signTypedData).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({
        message: expect.objectContaining({ asker, reason: 'Not yet.', wallet: reader }),
      }),
    );
    expect(page.sent('DeclineAccessRequest')).toEqual([
      {
        input: { wallet: reader, issuedAt: expect.any(String), id: '0x0a', reason: 'Not yet.' },
        signature: '0x5161',
      },
    ]);
    expect(page.sent('BlockAsker')).toEqual([{ oclId: '0x01', wallet: asker, isBlocked: true }]);
    expect(page.text()).not.toContain('Decline the request');
  });

  it('is done although the block failed, which is tried again by itself', async () => {
    let isRefused = true;
    const BlockAsker = () =>
      isRefused
        ? refused('FAILED_PRECONDITION', 'A lab blocks at most 100 wallets.')
        : declineAnswers.BlockAsker;
    await open([request()], { ...declineAnswers, BlockAsker });
    await page.click('Decline…');
    await page.type('Reason', 'Not yet.');
    await page.check('Take no more requests of this wallet');
    await page.click('Sign and decline');
    expect(page.text()).toContain('The request is declined');
    expect(page.text()).toContain('A lab blocks at most 100 wallets.');
    isRefused = false;
    await page.click('Block the wallet');
    expect(page.sent('DeclineAccessRequest')).toHaveLength(1);
    expect(page.sent('BlockAsker')).toHaveLength(2);
    expect(page.text()).not.toContain('The request is declined');
  });

  it('by a contributor blocks nobody', async () => {
    await open([request()], declineAnswers, { rights: rights.contributor });
    await page.click('Decline…');
    expect(page.text()).not.toContain('Take no more requests');
    await page.type('Reason', 'Not yet.');
    await page.click('Sign and decline');
    expect(page.sent('DeclineAccessRequest')).toHaveLength(1);
    expect(page.sent('BlockAsker')).toEqual([]);
  });

  it('that was refused says why, and blocks nobody', async () => {
    const DeclineAccessRequest = refused('CONFLICT', 'It is GRANTED.');
    await open([request()], { ...declineAnswers, DeclineAccessRequest });
    await page.click('Decline…');
    await page.type('Reason', 'Not yet.');
    await page.check('Take no more requests of this wallet');
    await page.click('Sign and decline');
    expect(page.text()).toContain('It is GRANTED.');
    expect(page.text()).toContain('Decline the request');
    expect(page.sent('BlockAsker')).toEqual([]);
  });
});

const declineAnswers = {
  DeclineAccessRequest: { declineAccessRequest: { request: null, message: '', error: null } },
  BlockAsker: { blockAsker: { message: '', error: null } },
};

describe('questions and promise', () => {
  const AccessQuestions = { accessQuestions: { questions: ['Why?'], promise: defaultPromise } };
  const BlockedAskers = { blockedAskers: [] };

  it('are sent without empty fields, and without the default promise', async () => {
    const SetAccessQuestions = { setAccessQuestions: { message: '', error: null } };
    await open([], { AccessQuestions, BlockedAskers, SetAccessQuestions });
    await page.click('Questions and promise…');
    await page.type('Question 2', 'Why?');
    await page.click('Save');
    expect(page.text()).toContain('This question is there already.');
    expect(page.sent('SetAccessQuestions')).toEqual([]);
    await page.type('Question 2', ' Where? ');
    await page.click('Save');
    expect(page.sent('SetAccessQuestions')).toEqual([
      { oclId: '0x01', questions: ['Why?', 'Where?'], promise: null },
    ]);
  });

  it('that could not be read are not shown as a form', async () => {
    await open([], { AccessQuestions: refused('UPSTREAM_UNAVAILABLE', 'The chain could not be read.') });
    await page.click('Questions and promise…');
    expect(page.text()).toContain('The chain could not be read.');
    expect(page.buttons()).not.toContain('Save');
  });

  it('show the blocked wallets, and let them ask again', async () => {
    await open([], {
      AccessQuestions,
      BlockedAskers: { blockedAskers: [{ wallet: asker, blockedAt: '2026-11-01T10:00:00.000Z' }] },
      BlockAsker: declineAnswers.BlockAsker,
    });
    await page.click('Questions and promise…');
    await page.click('Unblock');
    expect(page.sent('BlockAsker')).toEqual([{ oclId: '0x01', wallet: asker, isBlocked: false }]);
  });

  it('say why the blocked wallets could not be read', async () => {
    await open([], { AccessQuestions, BlockedAskers: refused('UNAUTHORIZED', 'Only owners may do this.') });
    await page.click('Questions and promise…');
    expect(page.text()).toContain('Only owners may do this.');
  });
});

describe('invitations', () => {
  const invitation = (changes = {}) => ({
    ...{ __typename: 'Invitation', id: 'i1', oclId: '0x01', role: 'VIEWER', until: null, uses: 2, used: 1 },
    ...{ createdBy: asker, createdAt: '2026-11-01T10:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' },
    ...{ revokedAt: null, ...changes },
  });

  it('are listed while they work, and can be revoked', async () => {
    const over = [
      invitation({ id: 'i2', used: 2 }),
      invitation({ id: 'i3', revokedAt: '2026-11-02T10:00:00.000Z' }),
      invitation({ id: 'i4', expiresAt: '2026-11-02T10:00:00.000Z' }),
    ];
    await open([], {
      Invitations: { invitations: [invitation(), ...over] },
      RevokeInvitation: refused('NOT_FOUND', 'There is no such invitation.'),
    });
    expect(page.text()).toContain('1 invitation');
    expect(page.text()).toContain('1 of 2 accepted');
    await page.click('Revoke');
    expect(page.sent('RevokeInvitation')).toEqual([{ oclId: '0x01', id: 'i1' }]);
    expect(page.text()).toContain('There is no such invitation.');
  });

  it('that could not be read say so, because a link may still work', async () => {
    await open([], { Invitations: refused('UPSTREAM_UNAVAILABLE', 'The chain could not be read.') });
    expect(page.text()).toContain('The chain could not be read.');
  });
});
