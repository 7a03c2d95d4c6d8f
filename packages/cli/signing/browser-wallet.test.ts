import { credentialMessage } from '@labroom/protocol/credential';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type BrowserWallet, openBrowserWallet } from './browser-wallet.ts';

const account = privateKeyToAccount(generatePrivateKey());
const signed = {
  chainId: 31337,
  site: 'labs.example',
  wallet: account.address,
  issuedAt: '2026-01-31T09:30:00.000Z',
};
const message = credentialMessage(signed, {
  ...{ label: 'x', mutations: null, labs: null, perMinute: null, expiresAt: '2026-02-01T09:30:00.000Z' },
});

let wallet: BrowserWallet;
beforeEach(async () => {
  wallet = await openBrowserWallet({ chainId: 31337, terminal: { say() {} }, launch() {} });
});
afterEach(() => wallet[Symbol.asyncDispose]());

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(new URL(path, wallet.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(wallet.url).origin, ...headers },
    body: JSON.stringify(body),
  });

/** Answers as the page does, with a wallet that behaves as given. */
async function serve(
  behave: (request: { method: string; params: string[] }) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const { id, done, ...request } = await (await post('next', {})).json();
    if (done) return;
    const answer = await behave(request).then(
      (result) => ({ id, result }),
      (error: Error) => ({ id, error: error.message }),
    );
    await post('answer', answer);
  }
}

const honest = async ({ method, params }: { method: string; params: string[] }): Promise<unknown> => {
  if (method === 'eth_requestAccounts') return [account.address.toLowerCase()];
  if (method === 'wallet_switchEthereumChain') throw new Error('Unrecognized chain');
  if (method === 'personal_sign')
    return account.signMessage({ message: { raw: params[0] as `0x${string}` } });
  return account.signTypedData(JSON.parse(params[1] ?? ''));
};

test('a wallet signs through the page as it does itself, also if it cannot switch its chain', async () => {
  const served = serve(honest);
  const signer = await wallet.connect();
  expect(signer.address).toBe(account.address);
  expect(await signer.signMessage({ message: 'Sign in' })).toBe(
    await account.signMessage({ message: 'Sign in' }),
  );
  expect(await signer.signTypedData(message)).toBe(await account.signTypedData(message));
  await wallet[Symbol.asyncDispose]();
  await served;
});

test('a refusal of the wallet is an error with its words, and so is an answer that is no signature', async () => {
  void serve(async (request) => {
    if (request.method === 'personal_sign') return 'yes';
    if (request.method === 'eth_signTypedData_v4') throw new Error('User rejected');
    return honest(request);
  }).catch(() => {});
  const signer = await wallet.connect();
  await expect(signer.signTypedData(message)).rejects.toThrow('User rejected');
  await expect(signer.signMessage({ message: 'x' })).rejects.toThrow('no signature');
});

test('other pages, other names of this machine and callers without the address get nothing', async () => {
  const status = async (response: Promise<Response>) => (await response).status;
  expect(await status(post('next', {}, { origin: 'https://elsewhere.example' }))).toBe(403);
  expect(await status(post('/guessed/next', {}))).toBe(404);
  expect(await status(fetch(new URL('/', wallet.url)))).toBe(404);
  const page = await fetch(wallet.url);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const { request } = await import('node:http');
  const rebound = await new Promise((resolve) => {
    request(wallet.url, { headers: { host: 'elsewhere.example' } }, ({ statusCode }) =>
      resolve(statusCode),
    ).end();
  });
  expect(rebound).toBe(421);
});
