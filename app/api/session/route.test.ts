import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

interface SetCookie {
  value: string;
  httpOnly: boolean;
  sameSite: string;
  expires: Date;
}

/** The browser's cookies, read and set by the route. */
const jar = new Map<string, SetCookie>();
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => jar.get(name),
    set: (name: string, value: string, options: Omit<SetCookie, 'value'>) =>
      jar.set(name, { value, ...options }),
  }),
}));

const wallet = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const claims = { sub: wallet.toLowerCase(), tid: 'token-1', exp: Math.floor(Date.now() / 1000) + 3600 };
const jwt = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
const failed = {
  code: 'UNAUTHENTICATED',
  message: 'The signature does not verify.',
  requestId: 'req-1',
  retryable: false,
};

interface Answer {
  error: (typeof failed & { details?: string }) | null;
}

/** Responses of the service: `answers` first, each once, then always `answer`. */
let answers: Answer[] = [];
let answer: Answer = { error: null };
/** What the service says of a token that it does not take; `cut off`: it does not answer. */
let state: string | null = null;
const asked: { headers: IncomingHttpHeaders; operation: string; variables: Record<string, unknown> }[] = [];
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    if (state === 'cut off') return response.destroy();
    const { operationName, variables } = JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ headers: request.headers, operation: operationName, variables });
    const now = answers.shift() ?? answer;
    const token = now.error ? { token: null } : { token: jwt, tokenId: 'token-1' };
    const data = { generateServiceToken: { ...token, ...now }, revokeServiceToken: now };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data, ...(state && { extensions: { serviceToken: { state } } }) }));
  });
});

let route: typeof import('./route.ts');
beforeAll(async () => {
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('SERVICE_URL', `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  vi.stubEnv('SERVICE_CREDENTIAL', 'credential');
  route = await import('./route.ts');
});
afterAll(() => {
  vi.unstubAllEnvs();
  service.close();
});
beforeEach(() => {
  jar.clear();
  asked.length = 0;
  answers = [];
  answer = { error: null };
  state = null;
});

const ours = { origin: 'http://127.0.0.1:3000', 'content-type': 'application/json' };

function request(
  method: 'GET' | 'POST' | 'DELETE',
  body?: unknown,
  headers: Record<string, string> = ours,
): Request {
  return new Request('http://127.0.0.1:3000/api/session', {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

const signed = { walletAddress: wallet, messageSignature: '0xabcdef' };

function signInByHand(): void {
  const options = { httpOnly: true, sameSite: 'strict', expires: new Date(claims.exp * 1000) };
  jar.set('labroom-session', { value: jwt, ...options });
}

describe('signing in', () => {
  it('stores the token in a cookie that scripts cannot read, and returns a body without it', async () => {
    const response = await route.POST(request('POST', signed));
    const text = await response.text();
    expect(response.status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      walletAddress: wallet.toLowerCase(),
      expiresAt: new Date(claims.exp * 1000).toISOString(),
    });
    expect(text).not.toContain(jwt);
    expect(jar.get('labroom-session')).toMatchObject({ value: jwt, httpOnly: true, sameSite: 'strict' });
    expect(asked).toMatchObject([
      { operation: 'GenerateServiceToken', variables: signed, headers: { authorization: 'credential' } },
    ]);
  });

  it('sets no cookie if the signature is rejected, and returns the reason', async () => {
    answer = { error: failed };
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED', requestId: 'req-1' } });
    expect(jar.size).toBe(0);
  });

  it('asks again without a lifetime if the service says that a smart account signed', async () => {
    const details = '{"reason":"EXPIRES_IN_TOO_LONG","longest":"24h"}';
    answers = [{ error: { ...failed, code: 'VALIDATION_FAILED', details } }];
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(200);
    expect(asked.map(({ variables }) => variables.expiresIn)).toEqual(['7d', undefined]);
    expect(jar.get('labroom-session')?.value).toBe(jwt);
  });

  it('returns 429 if the service rejects the call by rate limit', async () => {
    answer = { error: { ...failed, code: 'RATE_LIMITED', retryable: true } };
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it.each([
    ['a missing body', undefined],
    ['an invalid wallet', { ...signed, walletAddress: 'me' }],
    ['a missing signature', { walletAddress: wallet }],
  ])('rejects %s without calling the service', async (_name, body) => {
    const response = await route.POST(request('POST', body));
    expect(response.status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('rejects requests from another site, so that no user is signed in as another wallet', async () => {
    const response = await route.POST(request('POST', signed, { ...ours, origin: 'https://evil.example' }));
    expect(response.status).toBe(403);
    expect(asked).toEqual([]);
  });
});

describe('signing out', () => {
  it('revokes the token at the service, with the token itself, and clears the cookie', async () => {
    signInByHand();
    const response = await route.DELETE(request('DELETE'));
    expect(response.status).toBe(200);
    expect(asked).toMatchObject([
      {
        operation: 'RevokeServiceToken',
        variables: { tokenId: 'token-1' },
        headers: { 'x-service-token': jwt },
      },
    ]);
    expect(jar.get('labroom-session')).toMatchObject({ value: '', expires: new Date(0) });
  });

  it('succeeds for a token that is already revoked or expired', async () => {
    signInByHand();
    answer = { error: { ...failed, code: 'CONFLICT' } };
    expect((await route.DELETE(request('DELETE'))).status).toBe(200);
  });

  it('clears the cookie and returns an error if the service cannot revoke the token', async () => {
    signInByHand();
    answer = { error: { ...failed, code: 'UPSTREAM_UNAVAILABLE', retryable: true } };
    expect((await route.DELETE(request('DELETE'))).status).toBe(502);
    expect(jar.get('labroom-session')?.value).toBe('');
  });

  it('rejects requests from another site', async () => {
    signInByHand();
    expect(
      (await route.DELETE(request('DELETE', undefined, { origin: 'https://evil.example' }))).status,
    ).toBe(403);
    expect(jar.get('labroom-session')?.value).toBe(jwt);
  });
});

describe('reading the session', () => {
  it('returns wallet and expiry, but not the token', async () => {
    signInByHand();
    const text = await (await route.GET(request('GET'))).text();
    expect(JSON.parse(text)).toMatchObject({ walletAddress: wallet.toLowerCase() });
    expect(text).not.toContain(jwt);
  });

  it('returns null if nobody is signed in', async () => {
    expect(await (await route.GET(request('GET'))).json()).toBeNull();
  });

  it('is there if the service takes its token, is none if it does not, and an error if nobody knows', async () => {
    const ask = async () => route.GET(new Request('http://127.0.0.1:3000/api/session?ask'));
    signInByHand();
    expect(await (await ask()).json()).toMatchObject({ walletAddress: wallet.toLowerCase() });
    expect(asked).toMatchObject([{ operation: 'SessionHolds', headers: { 'x-service-token': jwt } }]);
    for (state of ['REVOKED', 'EXPIRED', 'INVALID']) expect(await (await ask()).json()).toBeNull();
    state = 'cut off';
    vi.spyOn(console, 'error').mockImplementationOnce(() => undefined);
    expect((await ask()).status).toBe(502);
  });
});
