import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { announceSessionEnd } from '../api/session-ended.ts';
import { publishWalletState } from '../wallet/wallet-store.ts';
import { type SessionActions, useSession } from './session-context.tsx';
import { openPage, reader, visits } from './stubbed-page.fixture.tsx';

let now: SessionActions;
function ShowSession() {
  now = useSession();
  return <p>{now.session?.walletAddress ?? 'nobody'}</p>;
}

let page: Awaited<ReturnType<typeof openPage>>;
afterEach(() => page.end());

const holding = () => Response.json({ walletAddress: reader });

describe('a refusal of the session', () => {
  async function arrives(holds: () => Response) {
    page = await openPage(<ShowSession />, {}, { session: reader, holds });
    await act(async () => announceSessionEnd());
    // The code that asks is loaded with the first announcement.
    await page.until(() => expect(page.requests('/api/session?ask')).toEqual(['GET']));
    await page.settle();
  }

  it('ends the session that the service does not take any more', async () => {
    await arrives(() => Response.json(null));
    await page.until(() => expect(visits.refresh).toHaveBeenCalledOnce());
    expect(page.text()).toBe('nobody');
    expect(page.requests('/api/session')).toEqual(['DELETE']);
  });

  it('leaves a newer session alone, and renders the page for it', async () => {
    await arrives(holding);
    await page.until(() => expect(visits.refresh).toHaveBeenCalledOnce());
    expect(page.text()).toBe(reader);
    expect(page.requests('/api/session')).toEqual([]);
  });

  it('leaves the session alone when nobody knows', async () => {
    await arrives(() => Response.json({ error: {} }, { status: 502 }));
    expect(page.text()).toBe(reader);
    expect(page.requests('/api/session')).toEqual([]);
  });
});

describe('signing in', () => {
  const message = { getServiceSignInMessage: { message: 'Sign in.', error: null } };

  it('deletes nothing when a refusal of the former session arrives meanwhile', async () => {
    const signature = Promise.withResolvers<`0x${string}`>();
    page = await openPage(
      <ShowSession />,
      { ServiceSignInMessage: message },
      {
        wallet: reader,
        runtime: { signMessage: () => signature.promise },
        holds: () => Response.json(null),
      },
    );
    const signedIn = now.signIn();
    await page.until(() => expect(page.sent('ServiceSignInMessage')).toHaveLength(1));
    await act(async () => announceSessionEnd());
    signature.resolve('0x12');
    await act(() => signedIn);
    expect(page.requests('/api/session')).toEqual(['POST']);
    expect(page.requests('/api/session?ask')).toEqual([]);
  });

  it('waits for a wallet that is connecting', async () => {
    page = await openPage(
      <ShowSession />,
      { ServiceSignInMessage: message },
      { wallet: reader, runtime: { signMessage: async () => '0x12' } },
    );
    publishWalletState({ status: 'connecting' });
    const signedIn = now.signIn();
    await page.settle();
    expect(page.requests('/api/session')).toEqual([]);
    publishWalletState({ status: 'connected', address: reader, chainId: 31337, walletName: 'Test' });
    await act(() => signedIn);
    expect(page.requests('/api/session')).toEqual(['POST']);
  });

  it('asks for its message without the cookie of a session that may have ended', async () => {
    page = await openPage(
      <ShowSession />,
      { ServiceSignInMessage: message },
      { wallet: reader, runtime: { signMessage: async () => '0x12' } },
    );
    await act(() => now.signIn());
    expect(page.credentialsOf('ServiceSignInMessage')).toEqual(['omit']);
  });
});
