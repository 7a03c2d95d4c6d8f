import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Answers, openPage, reader, refused } from '#lib/session/stubbed-page.fixture.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';

const secret = `0x${'11'.repeat(32)}` as const;
const invitation = {
  ...{ id: 'i1', oclId: `0x${'01'.repeat(32)}`, role: 'VIEWER' as const, until: null, uses: 2, used: 1 },
  ...{ createdBy: '0x02', createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z' },
  revokedAt: null,
};
const members = (...wallets: string[]) => ({
  listLabMembers: {
    message: '',
    members: wallets.map((walletAddress) => ({ __typename: 'Member', walletAddress, profile: null })),
  },
});
const signTypedData = vi.fn(async () => '0x5161' as const);
const answered = {
  AccessQuestions: { accessQuestions: { questions: [], promise: 'I promise.' } },
  LabMembers: members(),
  RequestAccess: { requestAccess: { request: null, message: '', error: null } },
};

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(async () => {
  location.hash = '';
  await page.end();
});

async function open(answers: Answers = {}, { hash = `#${secret}`, isConnected = true } = {}) {
  location.hash = hash;
  page = await openPage(
    <AcceptInvitation invitation={invitation} shortname="vita" />,
    { ...answered, ...answers },
    { wallet: isConnected ? reader : undefined, runtime: { signTypedData } },
  );
}

describe('an invitation', () => {
  it.each(['', '#0x11', `#${secret}22`, `#${'z'.repeat(66)}`])(
    'whose link has no whole secret (%j) says so, and asks nothing of the service',
    async (hash) => {
      await open({}, { hash });
      expect(page.text()).toContain('The link is incomplete');
      expect(page.buttons()).toEqual([]);
      expect(page.sent('AccessQuestions')).toEqual([]);
    },
  );

  it('explains what a wallet is to those who have none', async () => {
    await open({}, { isConnected: false });
    expect(page.text()).toContain('To accept you need a wallet');
    expect(page.buttons()).not.toContain('Accept');
  });

  it('leads members to the data room', async () => {
    await open({ LabMembers: members(reader) });
    expect(page.text()).toContain('You are a member of this lab.');
    expect(page.all('a')[0]?.getAttribute('href')).toBe('/labs/vita/files');
    expect(page.buttons()).not.toContain('Accept');
  });

  it.each([
    ['NOT_FOUND', 'There is no such lab.'],
    ['UPSTREAM_UNAVAILABLE', 'The chain could not be read.'],
  ])('whose promise could not be read (%s) says why, and cannot be accepted', async (code, message) => {
    await open({ AccessQuestions: refused(code, message) });
    expect(page.text()).toContain(message);
    expect(page.buttons()).not.toContain('Accept');
  });

  it('is accepted by a signature of the wallet and a proof of the secret, which is not sent', async () => {
    await open();
    expect(page.text()).toContain('I promise.');
    await page.click('Accept');
    await page.until(() => expect(page.text()).toContain('You have accepted.'));
    const [sent] = page.sent('RequestAccess');
    expect(sent).toMatchObject({
      input: { role: 'VIEWER', until: null, promise: 'I promise.', wallet: reader },
      signature: '0x5161',
    });
    expect(sent).toHaveProperty('input.invitation', {
      id: 'i1',
      proof: expect.stringMatching(/^0x\w{130}$/),
    });
    expect(JSON.stringify(sent)).not.toContain(secret.slice(2));
    expect(signTypedData).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ message: expect.objectContaining({ invitation: 'i1', wallet: reader }) }),
    );
  });

  it('that is refused says why, and can be accepted again', async () => {
    await open({ RequestAccess: refused('FAILED_PRECONDITION', 'The invitation was revoked.') });
    await page.click('Accept');
    await page.until(() => expect(page.text()).toContain('The invitation was revoked.'));
    expect(page.buttons()).toContain('Accept');
    expect(page.text()).not.toContain('You have accepted.');
  });
});
