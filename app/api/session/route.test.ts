import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

interface SetCookie {
  value: string;
  httpOnly: boolean;
  sameSite: string;
  expires: Date;
}

/** The cookies of the browser, as the route sees and sets them. */
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

/** What the service answers first, each once, and then always. */
let answers: Answer[] = [];
let answer: Answer = { error: null };
const asked: { headers: IncomingHttpHeaders; operation: string; variables: Record<string, unknown> }[] = [];
const service = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const { operationName, variables } = JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ headers: request.headers, operation: operationName, variables });
    const now = answers.shift() ?? answer;
    const token = now.error ? { token: null } : { token: jwt, tokenId: 'token-1' };
    const data = { generateServiceToken: { ...token, ...now }, revokeServiceToken: now };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ data }));
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
});

const ours = { origin: 'http://127.0.0.1:3000', 'content-type': 'application/json' };

function request(method: 'POST' | 'DELETE', body?: unknown, headers: Record<string, string> = ours): Request {
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
  it('keeps the token in a cookie no script can read, and answers without it', async () => {
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

  it('sets no cookie when the signature is not accepted, and passes the reason on', async () => {
    answer = { error: failed };
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'UNAUTHENTICATED', requestId: 'req-1' } });
    expect(jar.size).toBe(0);
  });

  it('asks for no lifetime of its own where the service says that a smart account signed', async () => {
    const details = '{"reason":"EXPIRES_IN_TOO_LONG","longest":"24h"}';
    answers = [{ error: { ...failed, code: 'VALIDATION_FAILED', details } }];
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(200);
    expect(asked.map(({ variables }) => variables.expiresIn)).toEqual(['7d', undefined]);
    expect(jar.get('labroom-session')?.value).toBe(jwt);
  });

  it('says so in its status when somebody asked too often', async () => {
    answer = { error: { ...failed, code: 'RATE_LIMITED', retryable: true } };
    const response = await route.POST(request('POST', signed));
    expect(response.status).toBe(429);
    expect(await response.json()).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it.each([
    ['no body', undefined],
    ['no wallet', { ...signed, walletAddress: 'me' }],
    ['no signature', { walletAddress: wallet }],
  ])('refuses %s without asking the service', async (_name, body) => {
    const response = await route.POST(request('POST', body));
    expect(response.status).toBe(400);
    expect(asked).toEqual([]);
  });

  it('refuses another site, so that nobody is signed in as somebody else', async () => {
    const response = await route.POST(request('POST', signed, { ...ours, origin: 'https://evil.example' }));
    expect(response.status).toBe(403);
    expect(asked).toEqual([]);
  });
});

describe('signing out', () => {
  it('ends the token at the service in its own name and empties the cookie', async () => {
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

  it('succeeds for a token that has ended already', async () => {
    signInByHand();
    answer = { error: { ...failed, code: 'CONFLICT' } };
    expect((await route.DELETE(request('DELETE'))).status).toBe(200);
  });

  it('empties the cookie also when the service cannot end the token, and says so', async () => {
    signInByHand();
    answer = { error: { ...failed, code: 'UPSTREAM_UNAVAILABLE', retryable: true } };
    expect((await route.DELETE(request('DELETE'))).status).toBe(502);
    expect(jar.get('labroom-session')?.value).toBe('');
  });

  it('is not done for another site', async () => {
    signInByHand();
    expect(
      (await route.DELETE(request('DELETE', undefined, { origin: 'https://evil.example' }))).status,
    ).toBe(403);
    expect(jar.get('labroom-session')?.value).toBe(jwt);
  });
});

describe('asking who is signed in', () => {
  it('names the wallet and the end, never the token', async () => {
    signInByHand();
    const text = await (await route.GET()).text();
    expect(JSON.parse(text)).toMatchObject({ walletAddress: wallet.toLowerCase() });
    expect(text).not.toContain(jwt);
  });

  it('is null for nobody', async () => {
    expect(await (await route.GET()).json()).toBeNull();
  });
});
