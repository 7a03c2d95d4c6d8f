import { createHash } from 'node:crypto';
import { AuthorizationRequestDocument, AuthorizeClientDocument } from '@labroom/client/documents';
import type { AuthorizationRequest } from '@labroom/protocol/authorization';
import { newWallet } from '@labroom/testing/actors.ts';
import {
  authorized,
  callTool,
  newRequest,
  REDIRECT,
  redeem,
  register,
  signedAuthorization,
  siteOf,
} from '@labroom/testing/test-authorization.ts';
import { post, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { openTestService, startTestService } from '@labroom/testing/test-service.ts';
import { describe, expect, test } from 'vitest';
import { clientIdOf } from './client-id.ts';

const service = await openTestService();
const site = siteOf(service);

describe('the name of a program', () => {
  test.each(['Labroom', 'L\u0430broom', 'MetaMask', 'vitalik.eth', 'Agent \u2713'])(
    '%s is refused',
    async (name) => {
      const { status, body } = await register(service, { client_name: name, redirect_uris: [REDIRECT] });
      expect([status, body.error]).toEqual([400, 'invalid_client_metadata']);
      expect(body.error_description).toContain('client_name');
    },
  );

  test('of a registration from before the rule is not shown', async () => {
    const client = { name: 'MetaMask', redirectUris: [REDIRECT] };
    const clientId = await clientIdOf(service.context.secrets.authorizationKeys, client);
    const { request } = await newRequest(service, { clientId });
    const { clientName } = await resultOf(service, AuthorizationRequestDocument, { request });
    expect(clientName).toBe('A program without a name');
  });
});

describe('a code', () => {
  test('is for one use: the second ends the token', async () => {
    const form = await authorized(service);
    const { body } = await redeem(service, form);
    expect((await callTool(service, body.access_token)).status).toBe(200);
    const again = await redeem(service, form);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    expect((await callTool(service, body.access_token)).status).toBe(401);
  });

  test('becomes one token at most when it comes from many places at once', async () => {
    const form = await authorized(service);
    const answers = await Promise.all(Array.from({ length: 8 }, () => redeem(service, form)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('is of no use to whoever has it without the rest, and then still good for its program', async () => {
    const form = await authorized(service);
    const other = (await register(service, { client_name: 'Other', redirect_uris: [REDIRECT] })).body
      .client_id;
    for (const [change, error] of [
      [{ code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
      // The challenge is public: it is no verifier.
      [
        { code_verifier: createHash('sha256').update(form.code_verifier).digest('base64url') },
        'invalid_grant',
      ],
      [{ client_id: other }, 'invalid_grant'],
      [{ redirect_uri: 'http://127.0.0.1:7001/callback' }, 'invalid_grant'],
      [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
      [{ code: `${form.code}x` }, 'invalid_grant'],
      [{ code: form.client_id }, 'invalid_grant'],
      [{ code: '' }, 'invalid_grant'],
      [{ code_verifier: '' }, 'invalid_request'],
      [{ grant_type: 'refresh_token' }, 'invalid_request'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
    ] as const) {
      const { status, body } = await redeem(service, { ...form, ...change });
      expect([change, status, body.error]).toEqual([change, 400, error]);
    }
    expect((await redeem(service, form)).status).toBe(200);
  });

  test('of another service, or another stage, is not taken', async () => {
    const staging = await startTestService({ environment: 'staging' });
    try {
      const form = await authorized(service);
      const resource = `${staging.url}/mcp`;
      expect((await redeem(staging, { ...form, resource })).body.error).toBe('invalid_grant');
      const { body } = await redeem(service, form);
      const elsewhere = await fetch(`${staging.url}/mcp`, {
        method: 'POST',
        headers: { authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' },
        body: '{}',
      });
      expect(elsewhere.status).toBe(401);
      const { request } = await newRequest(service);
      const asked = await post(staging, AuthorizationRequestDocument, { request });
      expect(asked.body.errors[0].errorType).toBe('VALIDATION_FAILED');
    } finally {
      await staging.stop();
    }
  });

  test('is no service token, and a client_id is none', async () => {
    const form = await authorized(service);
    for (const token of [form.code, form.client_id])
      expect((await callTool(service, token)).status).toBe(401);
  });
});

describe('a signature', () => {
  const authorize = (args: object) => resultOf(service, AuthorizeClientDocument, args as never);

  test('is good for one request of one program, by its wallet, in time, here', async () => {
    const wallet = newWallet();
    const { request } = await newRequest(service);
    const signed = await signedAuthorization(wallet, request, { site });
    const { request: another } = await newRequest(service);
    const altered = (change: object) => ({ ...signed, input: { ...signed.input, ...change } });
    for (const args of [
      altered({ wallet: newWallet().address }),
      altered({ request: another }),
      altered({ request: { ...request, codeChallenge: another.codeChallenge } }),
      altered({ request: { ...request, state: 'other' } }),
      altered({ request: { ...request, redirectUri: 'http://127.0.0.1:7001/callback' } }),
      await signedAuthorization(wallet, request, { site: 'other.example' }),
      await signedAuthorization(wallet, request, { site, chainId: 1 }),
      await signedAuthorization(wallet, request, { site }, { clientName: 'Wallet' }),
    ])
      expect(reasonOf(await authorize(args))).toBe('INVALID_SIGNATURE');
    const month = await signedAuthorization(wallet, request, { site }, { lifetime: '30d' });
    const shortened = { ...month, input: { ...month.input, expiresIn: '1d' } };
    expect(reasonOf(await authorize(shortened))).toBe('INVALID_SIGNATURE');
    const lengthened = await authorize(altered({ expiresIn: '30d' }));
    expect([lengthened.error === null, lengthened.redirectUrl]).toEqual([false, null]);
    const old = new Date(Date.now() - 11 * 60_000).toISOString();
    const late = await signedAuthorization(wallet, request, { site, issuedAt: old });
    expect(reasonOf(await authorize(late))).toBe('SIGNATURE_EXPIRED');
  });

  test('that is sent twice becomes one token', async () => {
    const { request, verifier } = await newRequest(service);
    const args = await signedAuthorization(newWallet(), request, { site });
    const codes = [];
    for (let sent = 0; sent < 2; sent += 1)
      codes.push(new URL((await authorize(args)).redirectUrl).searchParams.get('code') ?? '');
    const answers = [];
    for (const code of codes)
      answers.push(
        await redeem(service, {
          grant_type: 'authorization_code',
          ...{ code, client_id: request.clientId, redirect_uri: REDIRECT, code_verifier: verifier },
        }),
      );
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect((await callTool(service, answers[0]?.body.access_token)).status).toBe(401);
  });
});

describe('a request', () => {
  const describeIt = (request: AuthorizationRequest) =>
    post(service, AuthorizationRequestDocument, { request });

  test('is described with the name and the host that it registered, and can be declined', async () => {
    const { request } = await newRequest(service);
    const { body } = await describeIt(request);
    expect(body.data.authorizationRequest).toEqual({
      clientName: 'Notebook',
      redirectHost: '127.0.0.1:7000',
      problem: null,
      returnUrl: `${REDIRECT}?error=access_denied&state=a+state&iss=${encodeURIComponent(service.url)}`,
    });
  });

  test.each([
    [{ codeChallengeMethod: 'plain' }, 'invalid_request'],
    [{ codeChallengeMethod: null }, 'invalid_request'],
    [{ codeChallenge: null }, 'invalid_request'],
    [{ codeChallenge: 'short' }, 'invalid_request'],
    [{ responseType: 'token' }, 'unsupported_response_type'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ resource: null }, 'invalid_target'],
  ])('with %o is refused, and gets no code', async (change, error) => {
    const { request } = await newRequest(service, change);
    const { problem, returnUrl } = (await describeIt(request)).body.data.authorizationRequest;
    expect(problem).toEqual(expect.any(String));
    expect(new URL(returnUrl).searchParams.get('error')).toBe(error);
    const args = await signedAuthorization(newWallet(), request, { site });
    const refused = await resultOf(service, AuthorizeClientDocument, args);
    expect([refused.error.code, refused.redirectUrl]).toEqual(['VALIDATION_FAILED', null]);
  });

  test.each([
    { redirectUri: 'https://evil.example/callback' },
    { redirectUri: 'http://127.0.0.1:7000/other' },
    { redirectUri: 'javascript:alert(1)' },
    { clientId: 'unknown' },
    { clientId: 'eyJhbGciOiJub25lIiwidHlwIjoibGFicm9vbS1jbGllbnQrand0In0.eyJuYW1lIjoieCJ9.' },
  ])('with %o is answered nowhere', async (change) => {
    const { request } = await newRequest(service, change);
    const { body } = await describeIt(request);
    expect(body.errors[0].errorType).toBe('VALIDATION_FAILED');
    const args = await signedAuthorization(newWallet(), { ...request, redirectUri: REDIRECT }, { site });
    const sent = { ...args, input: { ...args.input, request } };
    const refused = await resultOf(service, AuthorizeClientDocument, sent);
    expect([refused.error.code, refused.redirectUrl]).toEqual(['VALIDATION_FAILED', null]);
  });

  test('from the machine of the browser may come with another port', async () => {
    const form = await authorized(service, newWallet(), { redirectUri: 'http://127.0.0.1:50321/callback' });
    expect((await redeem(service, form)).status).toBe(200);
  });
});
