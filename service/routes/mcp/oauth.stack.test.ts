import { AuthorizeClientDocument, ServiceTokensDocument } from '@labroom/client/documents';
import type { AuthorizationRequest } from '@labroom/protocol/authorization';
import { newWallet, signIn } from '@labroom/testing/actors.ts';
import { deploySafe, signAsSafe } from '@labroom/testing/safe.ts';
import {
  authorized,
  callTool,
  consent,
  newRequest,
  REDIRECT,
  redeem,
  register,
  signedAuthorization,
  siteOf,
} from '@labroom/testing/test-authorization.ts';
import { post, reasonOf, resultOf } from '@labroom/testing/test-client.ts';
import { generateKey } from '@labroom/testing/test-encryption.ts';
import { TestProgram } from '@labroom/testing/test-program.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { chainOf, fundedWallet, type TestWallet } from '@labroom/testing/test-wallets.ts';
import { auth, UnauthorizedError } from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import { hashTypedData } from 'viem';
import { describe, expect, test } from 'vitest';

const service = await openTestService();
const site = siteOf(service);

const requestOf = ({ searchParams }: URL): AuthorizationRequest => ({
  clientId: searchParams.get('client_id') ?? '',
  redirectUri: searchParams.get('redirect_uri') ?? '',
  responseType: searchParams.get('response_type'),
  codeChallenge: searchParams.get('code_challenge'),
  codeChallengeMethod: searchParams.get('code_challenge_method'),
  state: searchParams.get('state'),
  resource: searchParams.get('resource'),
});

describe('the unmodified client of the protocol', () => {
  test('uses the free tools without a question, and after a signature the tool of the wallet', async () => {
    const program = new TestProgram(service, REDIRECT);
    expect((await program.call('orient')).isError).toBeFalsy();
    expect(program.asked).toBeUndefined();

    await expect(program.call('paid_calls')).rejects.toThrow(UnauthorizedError);
    const { asked } = program;
    if (!asked) throw new Error('The program asked nobody');
    expect(asked.origin + asked.pathname).toBe(`${service.context.config.http.webUrl}/authorize`);
    const answer = await consent(service, newWallet(), requestOf(asked));
    expect(answer.searchParams.get('state')).toBe('state of the program');
    await program.finish(answer.searchParams);

    const { isError, structuredContent } = await program.call('paid_calls');
    expect([isError ?? false, structuredContent]).toEqual([false, expect.objectContaining({ nodes: [] })]);
  });

  test('refuses an answer with the issuer of another service', async () => {
    const program = new TestProgram(service, REDIRECT);
    await expect(program.call('paid_calls')).rejects.toThrow(UnauthorizedError);
    if (!program.asked) throw new Error('The program asked nobody');
    const { searchParams } = await consent(service, newWallet(), requestOf(program.asked));
    searchParams.set('iss', 'https://evil.example');
    await expect(program.finish(searchParams)).rejects.toThrow();
  });

  test('finds the same by discovery alone', async () => {
    const program = new TestProgram(service, REDIRECT);
    expect(await auth(program, { serverUrl: program.serverUrl })).toBe('REDIRECT');
    expect(program.asked?.searchParams.get('resource')).toBe(`${service.url}/mcp`);
  });
});

describe('a call that only a wallet may make', () => {
  test('is answered 401 with the place of the metadata, and others need no token', async () => {
    const refused = await callTool(service);
    const metadata = `${service.url}/.well-known/oauth-protected-resource/mcp`;
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${metadata}", scope="read"`,
    ]);
    const invalid = await callTool(service, 'x');
    expect([invalid.status, invalid.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${metadata}", scope="read"`,
    ]);
    expect((await callTool(service, undefined, 'orient')).status).toBe(200);
    for (const path of ['', '/mcp']) {
      const found = await (await fetch(`${service.url}/.well-known/oauth-protected-resource${path}`)).json();
      expect(found).toMatchObject({ resource: `${service.url}/mcp`, authorization_servers: [service.url] });
    }
  });
});

describe('the token', () => {
  test('is a service token of the wallet that reads what was signed, is listed, and can be revoked', async () => {
    const wallet = await fundedWallet();
    const form = await authorized(service, wallet);
    const { status, headers, body } = await redeem(service, form);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(body).toMatchObject({ token_type: 'Bearer', scope: 'read' });
    expect(body.expires_in).toBe(3_600);
    expect((await callTool(service, body.access_token)).status).toBe(200);

    const { token } = await signIn(service, wallet);
    const { nodes } = await resultOf(service, ServiceTokensDocument, { onlyLive: true }, token);
    const listed = nodes.find(({ serviceName }: { serviceName: string }) =>
      serviceName.startsWith('Notebook'),
    );
    expect(listed).toMatchObject({ serviceName: 'Notebook (127.0.0.1:7000)', proof: 'KEY_SIGNATURE' });
    const revoke = `mutation { revokeServiceToken(tokenId: "${listed.tokenId}") { error { code } } }`;
    expect((await post(service, revoke, {}, token)).body.data.revokeServiceToken.error).toBeNull();
    expect((await callTool(service, body.access_token)).status).toBe(401);
  });

  test('changes nothing, opens no key, and reads nothing else of the wallet', async () => {
    const { body } = await redeem(service, await authorized(service));
    expect(reasonOf(await generateKey(service, body.access_token))).toBe('MUTATION_NOT_ALLOWED');
    for (const query of [
      '{ inbox { totalCount } }',
      '{ serviceTokens { totalCount } }',
      '{ consumerCredentials { label } }',
    ]) {
      const { body: answer } = await post(service, query, {}, body.access_token);
      expect([query, answer.errors[0].errorInfo.reason]).toEqual([query, 'MUTATION_NOT_ALLOWED']);
    }
  });

  test('may be of a Safe, for a day', async () => {
    const owner = await fundedWallet();
    const safe = await deploySafe(chainOf(owner), [owner.address]);
    const signer = {
      address: safe,
      signTypedData: async (message: Parameters<typeof hashTypedData>[0]) =>
        signAsSafe(owner, safe, hashTypedData(message)),
    } as unknown as TestWallet;
    const form = await authorized(service, signer);
    const { body } = await redeem(service, form);
    expect((await callTool(service, body.access_token)).status).toBe(200);
    const { request } = await newRequest(service);
    const long = await signedAuthorization(signer, request, { site }, { lifetime: '30d' });
    const refused = await resultOf(service, AuthorizeClientDocument, long);
    expect([reasonOf(refused), refused.redirectUrl]).toEqual(['EXPIRES_IN_TOO_LONG', null]);
  });
});

describe('a registration', () => {
  test('stores nothing: the same program has the same id', async () => {
    const [first, second] = [await register(service), await register(service)];
    expect(first.status).toBe(201);
    expect(first.body).toEqual(second.body);
    expect(first.body).toMatchObject({ token_endpoint_auth_method: 'none', redirect_uris: [REDIRECT] });
    expect(first.body).not.toHaveProperty('client_secret');
  });

  test.each([
    [{ redirect_uris: [] }, 'invalid_client_metadata'],
    [{}, 'invalid_client_metadata'],
    [[], 'invalid_client_metadata'],
    [{ redirect_uris: Array.from({ length: 9 }, () => REDIRECT) }, 'invalid_client_metadata'],
    [{ client_name: 'two\nlines', redirect_uris: [REDIRECT] }, 'invalid_client_metadata'],
    [{ client_name: 'right to \u202Eleft', redirect_uris: [REDIRECT] }, 'invalid_client_metadata'],
    [{ redirect_uris: ['http://evil.example/'] }, 'invalid_redirect_uri'],
    [{ redirect_uris: [REDIRECT, 'cursor://callback'] }, 'invalid_redirect_uri'],
  ])('of %o is refused', async (metadata, error) => {
    const { status, body } = await register(service, metadata);
    expect([status, body.error]).toEqual([400, error]);
  });
});

describe('a refresh token', () => {
  const refreshed = async (form: Record<string, string>, token: string, changes: object = {}) =>
    redeem(service, {
      ...{ grant_type: 'refresh_token', refresh_token: token, client_id: form.client_id ?? '' },
      ...changes,
    });

  test('gives the next access token and the next refresh token, until what was signed ends', async () => {
    const form = await authorized(service);
    const { body: first } = await redeem(service, form);
    const { status, headers, body: second } = await refreshed(form, first.refresh_token);
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(second).toMatchObject({ token_type: 'Bearer', scope: 'read', expires_in: 3_600 });
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await callTool(service, second.access_token)).status).toBe(200);
    const { body: third } = await refreshed(form, second.refresh_token, { resource: `${service.url}/mcp` });
    expect((await callTool(service, third.access_token)).status).toBe(200);
    const endOf = (token: string) => decodeJwt(token).exp ?? 0;
    expect(endOf(third.refresh_token)).toBe(endOf(first.refresh_token));
    expect(endOf(first.access_token)).toBeLessThan(endOf(first.refresh_token));
  });

  test('that comes twice ends the authorization, also from two places at once', async () => {
    const form = await authorized(service);
    const { body: first } = await redeem(service, form);
    const { body: second } = await refreshed(form, first.refresh_token);
    const again = await refreshed(form, first.refresh_token);
    expect([again.status, again.body.error]).toEqual([400, 'invalid_grant']);
    for (const { access_token: token } of [first, second])
      expect((await callTool(service, token)).status).toBe(401);
    expect((await refreshed(form, second.refresh_token)).status).toBe(400);

    const other = await authorized(service);
    const { body } = await redeem(service, other);
    const answers = await Promise.all(Array.from({ length: 5 }, () => refreshed(other, body.refresh_token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await callTool(service, body.access_token)).status).toBe(401);
  });

  test('is of no use to another program, for more rights, or after the token was revoked', async () => {
    const wallet = await fundedWallet();
    const form = await authorized(service, wallet);
    const { body } = await redeem(service, form);
    const other = await register(service, { client_name: 'Other', redirect_uris: [REDIRECT] });
    for (const [changes, error] of [
      [{ client_id: other.body.client_id }, 'invalid_grant'],
      [{ client_id: '' }, 'invalid_grant'],
      [{ scope: 'write' }, 'invalid_scope'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ refresh_token: body.access_token }, 'invalid_grant'],
      [{ refresh_token: form.code }, 'invalid_grant'],
      [{ grant_type: 'password' }, 'unsupported_grant_type'],
      [{ grant_type: 'constructor' }, 'unsupported_grant_type'],
    ] as const)
      expect([changes, (await refreshed(form, body.refresh_token, changes)).body.error]).toEqual([
        changes,
        error,
      ]);
    expect((await callTool(service, body.refresh_token)).status).toBe(401);
    expect((await redeem(service, { ...form, code: body.refresh_token })).body.error).toBe('invalid_grant');

    // None of these used it up.
    const { body: next } = await refreshed(form, body.refresh_token);
    const { token } = await signIn(service, wallet);
    const { nodes } = await resultOf(service, ServiceTokensDocument, { onlyLive: true }, token);
    const { tokenId } = nodes.find(({ serviceName }: { serviceName: string }) =>
      serviceName.startsWith('Notebook'),
    );
    const revoke = `mutation { revokeServiceToken(tokenId: "${tokenId}") { error { code } } }`;
    expect((await post(service, revoke, {}, token)).body.data.revokeServiceToken.error).toBeNull();
    expect((await refreshed(form, next.refresh_token)).body.error).toBe('invalid_grant');
  });

  test('is used by the unmodified client when the access token has ended', async () => {
    const program = new TestProgram(service, REDIRECT);
    await expect(program.call('paid_calls')).rejects.toThrow(UnauthorizedError);
    if (!program.asked) throw new Error('The program asked nobody');
    const answer = await consent(service, newWallet(), requestOf(program.asked));
    await program.finish(answer.searchParams);
    const given = program.tokens();
    if (!given) throw new Error('The program has no token');
    program.saveTokens({ ...given, access_token: 'an access token that has ended' });
    program.asked = undefined;
    expect((await program.call('paid_calls')).isError).toBeFalsy();
    expect(program.asked).toBeUndefined();
    expect(program.tokens()?.refresh_token).not.toBe(given.refresh_token);
  });
});
