import {
  LabMembersDocument,
  RevokeServiceTokenDocument,
  ServiceTokensDocument,
} from '@labroom/client/documents';
import { failureOf } from '@labroom/client/execute';
import type { CombinedError } from '@urql/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { browserApi, runOperation } from './browser-client.ts';
import { onSessionEnd } from './session-ended.ts';

/** Names of the requested operations. */
let asked: string[] = [];
let answers: Record<string, object> = {};

beforeEach(() => {
  asked = [];
  answers = {
    ServiceTokens: { data: { serviceTokens: { __typename: 'ServiceTokenPage', nodes: [], pageInfo: {} } } },
    LabMembers: { data: { listLabMembers: { __typename: 'LabMembers', message: '', members: [] } } },
    RevokeServiceToken: { data: { revokeServiceToken: { tokenId: '1', error: null } } },
  };
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    const name = /(?:query|mutation) (\w+)/.exec(String(init.body))?.[1] ?? '';
    asked.push(name);
    return Response.json(answers[name]);
  });
});
afterEach(() => vi.unstubAllGlobals());

it('revoking a token repeats only the queries that show tokens', async () => {
  answers.ServiceTokens = {
    data: { serviceTokens: { nodes: [{ __typename: 'ServiceToken', tokenId: '1' }], pageInfo: {} } },
  };
  const client = browserApi('0xa');
  const again = Promise.withResolvers<void>();
  let count = 0;
  const shown = [
    client.query(ServiceTokensDocument, {}).subscribe(() => ++count === 2 && again.resolve()),
    client.query(LabMembersDocument, { oclId: '0x1' }).subscribe(() => undefined),
  ];
  await vi.waitFor(() => expect(asked.toSorted()).toEqual(['LabMembers', 'ServiceTokens']));
  await runOperation(RevokeServiceTokenDocument, { tokenId: '1' });
  await again.promise;
  expect(asked.slice(2)).toEqual(['RevokeServiceToken', 'ServiceTokens']);
  for (const { unsubscribe } of shown) unsubscribe();
});

it('caches nothing across wallets, nor after signing out', async () => {
  const cached = { requestPolicy: 'cache-first' } as const;
  await browserApi('0xb').query(ServiceTokensDocument, {}, cached).toPromise();
  await browserApi('0xb').query(ServiceTokensDocument, {}, cached).toPromise();
  expect(asked).toHaveLength(1);
  await browserApi('0xc').query(ServiceTokensDocument, {}, cached).toPromise();
  await browserApi(null).query(ServiceTokensDocument, {}, cached).toPromise();
  await browserApi('0xb').query(ServiceTokensDocument, {}, cached).toPromise();
  expect(asked).toHaveLength(4);
});

it('a single call always asks the service, whatever is cached', async () => {
  await runOperation(LabMembersDocument, { oclId: '0x2' });
  await runOperation(LabMembersDocument, { oclId: '0x2' }, new AbortController().signal);
  expect(asked).toEqual(['LabMembers', 'LabMembers']);
});

it('announces the end of the session for thrown and in-band errors', async () => {
  let ended = 0;
  onSessionEnd(() => {
    ended += 1;
  });
  const details = { reason: 'TOKEN_REVOKED' };
  answers.ServiceTokens = {
    errors: [{ message: 'Revoked.', errorType: 'UNAUTHENTICATED', errorInfo: details }],
    data: null,
  };
  const error = { code: 'UNAUTHENTICATED', message: 'Revoked.', details: JSON.stringify(details) };
  answers.RevokeServiceToken = { data: { revokeServiceToken: { tokenId: null, error } } };
  const rejected = { code: 'UNAUTHENTICATED' };
  await expect(runOperation(ServiceTokensDocument, {})).rejects.toMatchObject(rejected);
  expect(ended).toBe(1);
  await expect(runOperation(RevokeServiceTokenDocument, { tokenId: '1' })).rejects.toMatchObject(rejected);
  expect(ended).toBe(2);
});

it.each(['REVOKED', 'EXPIRED', 'INVALID'])(
  'takes an answer without the session (%s) for none, and announces its end',
  async (state) => {
    let ended = 0;
    const stop = onSessionEnd(() => {
      ended += 1;
    });
    answers.LabMembers = {
      data: { listLabMembers: { __typename: 'LabMembers', message: '', members: [] } },
      extensions: { serviceToken: { state } },
    };
    const rejected = { name: 'SessionEndedError', code: 'UNAUTHENTICATED', state };
    await expect(runOperation(LabMembersDocument, { oclId: '0x1' })).rejects.toMatchObject(rejected);
    const { data, error } = await browserApi(`0xd${state}`)
      .query(LabMembersDocument, { oclId: '0x1' })
      .toPromise();
    expect(data).toBeUndefined();
    expect(failureOf(error as CombinedError)).toMatchObject(rejected);
    expect(ended).toBe(2);
    stop();
  },
);

it('says in each request whether the page shows a session', async () => {
  const sent: (string | undefined)[] = [];
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    sent.push((init.headers as Record<string, string>)['labroom-session']);
    return Response.json(answers.LabMembers);
  });
  for (const wallet of ['0xe', null])
    await browserApi(wallet).query(LabMembersDocument, { oclId: '0x1' }).toPromise();
  expect(sent).toEqual(['0xe', undefined]);
});
