import { request } from 'node:http';
import { ForeseeDocument } from '@labroom/client/documents';
import { accessResolverAbi, onChainLabFactoryAbi } from '@labroom/contracts/abi';
import { networks } from '@labroom/contracts/networks';
import { signIn } from '@labroom/testing/actors.ts';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { post } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { payerWith } from '@labroom/testing/test-gateway.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { newRecipient } from '@labroom/testing/test-recipient.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { chainOf, fundedWallet } from '@labroom/testing/test-wallets.ts';
import { eq } from 'drizzle-orm';
import { decodeFunctionData, type Hex } from 'viem';
import { describe, expect, test } from 'vitest';
import { serviceTokens } from '../../platform/db/tables/tokens.ts';

const { contracts, chainId } = networks[31337];
const SECRET = 'the unpublished melting point';

const service = await openTestService();
const [owner, outsider] = await Promise.all([fundedWallet(), fundedWallet()]);
const lab = await registeredLab(service, owner);
await uploadFile(service, lab, 'time,signal\n0,0.12\n', { path: 'open.csv' }, 'text/csv');
await uploadFile(service, lab, Buffer.from([0xff, 0xfe, 0xfd]), { path: 'bytes.txt' }, 'text/plain');
await uploadFile(service, lab, 'bytes', { path: 'picture.png' }, 'image/png');
await uploadFile(service, lab, `${'x'.repeat(65_535)}é and more`, { path: 'long.txt' }, 'text/plain');
await uploadSecret(service, lab, SECRET, { path: 'secret.txt' });

type Era = '2026-07-28' | '2025-11-25';

/** Sends one message as a program without any library would. */
async function send(era: Era, method: string, params: object = {}, headers: Record<string, string> = {}) {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': era,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const { name, uri } = params as { name?: string; uri?: string };
  const routed = name ?? uri;
  const response = await fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': era,
      ...(era === '2026-07-28' && {
        'mcp-method': method,
        ...(routed !== undefined && { 'mcp-name': routed }),
      }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: era === '2026-07-28' ? { ...params, _meta: meta } : params,
    }),
  });
  const text = await response.text();
  const body = /^event: |^data: /m.test(text) ? (/^data: (.+)$/m.exec(text)?.[1] ?? '') : text;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads answers as the program would.
  return { status: response.status, headers: response.headers, body: JSON.parse(body || 'null') as any };
}

async function call(tool: string, args: object, era: Era = '2026-07-28') {
  const { body } = await send(era, 'tools/call', { name: tool, arguments: args });
  if (!body.result) throw new Error(JSON.stringify(body));
  const { content, structuredContent, isError = false } = body.result;
  const said = JSON.parse(content[0].text);
  if (!isError) expect(structuredContent).toEqual(said);
  return { isError, said };
}

const tools = [
  'search',
  'fetch',
  'orient',
  'open_lab',
  'read_file',
  'explain_access',
  'foresee',
  'put_file',
  'prepare_mint',
  'prepare_grant',
  'prepare_extend',
  'prepare_revoke',
  'prepare_tokenize',
  'paid_calls',
];

describe.each<Era>(['2026-07-28', '2025-11-25'])('in revision %s', (era) => {
  test('a client finds free tools that say that they only read, with schemas of input and output', async () => {
    const { body } = await send(era, 'tools/list');
    const listed = body.result.tools.filter(
      ({ annotations }: { annotations: { readOnlyHint: boolean } }) => annotations.readOnlyHint,
    );
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(tools);
    for (const { inputSchema, outputSchema, annotations } of listed) {
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    }
  });

  test('a client reads the documents of the service, and prompts', async () => {
    const { resources } = (await send(era, 'resources/list')).body.result;
    const uris = resources.map(({ uri }: { uri: string }) => new URL(uri).pathname);
    expect(uris).toEqual(
      expect.arrayContaining(['/schema.graphql', '/contracts.json', '/.well-known/x402.json']),
    );
    for (const { uri } of resources) {
      const [content] = (await send(era, 'resources/read', { uri })).body.result.contents;
      expect(content.text).toBe(await (await fetch(service.url + new URL(uri).pathname)).text());
    }
    const { prompts } = (await send(era, 'prompts/list')).body.result;
    expect(prompts).toHaveLength(5);
    const asked = { name: 'find_data', arguments: { subject: 'assays' } };
    const [message] = (await send(era, 'prompts/get', asked)).body.result.messages;
    expect(message.content.text).toContain('assays');
  });

  test('a tool answers', async () => {
    const { said } = await call('orient', { wallet: owner.address }, era);
    expect(said).toMatchObject({ environment: 'local', chainId, contracts: { labNft: contracts.labNft } });
    expect(said.labs).toEqual([expect.objectContaining({ oclId: lab.oclId, role: 'OWNER' })]);
    expect(said.gateway.calls).toHaveLength(6);
  });
});

test('the skill for agents names tools that exist', async () => {
  const skill = await (await fetch(`${service.url}/skills/labroom/SKILL.md`)).text();
  const listed = (await send('2026-07-28', 'tools/list')).body.result.tools;
  const names = [...skill.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(names));
});

test('schema with errors, prices and templates of conditions are resources', async () => {
  const text = async (path: string) =>
    (await send('2026-07-28', 'resources/read', { uri: service.context.config.http.publicUrl + path })).body
      .result.contents[0].text;
  expect(await text('/schema.graphql')).toMatch(/^enum Reason\b/m);
  expect(JSON.parse(await text('/.well-known/x402.json')).items).toHaveLength(6);
  expect(JSON.parse(await text('/contracts.json')).accessConditions.team).toHaveLength(1);
});

test('the stateless revision is discovered, and the older one is initialized', async () => {
  const found = (await send('2026-07-28', 'server/discover')).body.result;
  expect(found.supportedVersions).toContain('2026-07-28');
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const begun = (await send('2025-11-25', 'initialize', params)).body.result;
  expect([begun.protocolVersion, begun.serverInfo.name]).toEqual(['2025-11-25', 'labroom']);
});

describe('a tool', () => {
  test('searches and opens what everyone may read', async () => {
    const { said: found } = await call('search', { query: 'open.csv' });
    expect(found.results[0].metadata).toMatchObject({ kind: 'file', path: 'open.csv', oclId: lab.oclId });
    const { said: opened } = await call('open_lab', { oclId: lab.oclId });
    expect(opened.lab.members[0]).toMatchObject({ role: 'OWNER' });
    expect(opened.token).toBeNull();
    expect(opened.files.nodes.map(({ path }: { path: string }) => path)).toContain('secret.txt');
  });

  test('reads the text of public files only, in parts that cut no character', async () => {
    const read = (path: string, more: object = {}) => call('read_file', { oclId: lab.oclId, path, ...more });
    expect((await read('open.csv')).said).toMatchObject({ text: 'time,signal\n0,0.12\n', nextOffset: null });
    const { said: first } = await read('long.txt');
    expect([first.text.length, first.nextOffset]).toEqual([65_535, 65_535]);
    expect((await read('long.txt', { offset: 65_535 })).said).toMatchObject({
      text: 'é and more',
      nextOffset: null,
    });
    for (const [path, code] of [
      ['secret.txt', 'UNAUTHORIZED'],
      ['none.txt', 'NOT_FOUND'],
      ['picture.png', 'VALIDATION_FAILED'],
      ['bytes.txt', 'VALIDATION_FAILED'],
    ] as const) {
      const { isError, said } = await read(path);
      expect([path, isError, said.code]).toEqual([path, true, code]);
      expect(JSON.stringify(said)).not.toContain(SECRET);
    }
  });

  test('explains who opens a secret file, and foresees as the API does', async () => {
    const at = { oclId: lab.oclId, path: 'secret.txt' };
    const { said: refused } = await call('explain_access', { ...at, wallet: outsider.address });
    expect(refused.decryptDataKey).toMatchObject({ runs: false, reason: 'ACCESS_CONDITIONS_NOT_MET' });
    const { said: open } = await call('explain_access', { ...at, wallet: owner.address });
    expect(open.decryptDataKey.runs).toBe(true);
    const asked = { operation: 'createLab', wallet: outsider.address };
    const variables = { input: { oclId: lab.oclId } };
    const { said } = await call('foresee', { ...asked, variables });
    const { body } = await post(service, ForeseeDocument, { ...asked, variables: JSON.stringify(variables) });
    expect(said).toEqual(body.data.foresee);
  });

  test('prepares transactions that do what they say, and sends nothing', async () => {
    const { reader, wallet } = chainOf(outsider);
    const nonce = await reader.getTransactionCount({ address: outsider.address });
    const { said: mint } = await call('prepare_mint', { from: outsider.address });
    expect(mint.transaction).toMatchObject({ chainId, to: contracts.factory });
    expect(decodeFunctionData({ abi: onChainLabFactoryAbi, data: mint.transaction.data })).toEqual({
      functionName: 'mintAndCreateAccount',
      args: [outsider.address],
    });
    expect(await reader.getTransactionCount({ address: outsider.address })).toBe(nonce);
    const { to, data, value } = mint.transaction;
    const hash = await wallet.sendTransaction({ to, data, value: BigInt(value) });
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success');

    const grant = { from: owner.address, oclId: lab.oclId, to: outsider.address, role: 'VIEWER' };
    const { said } = await call('prepare_grant', grant);
    expect(said.transaction.to).toBe(contracts.accessResolver);
    expect(decodeFunctionData({ abi: accessResolverAbi, data: said.transaction.data })).toEqual({
      functionName: 'grantRole',
      args: [lab.oclId, outsider.address, 1, 0n, false],
    });
    const late = await call('prepare_grant', { ...grant, expiry: '2001-01-01T00:00:00Z' });
    expect([late.isError, late.said.code]).toEqual([true, 'VALIDATION_FAILED']);
  });

  test('prepares another end and a revocation of a role, which the contract takes', async () => {
    const member = await fundedWallet();
    const { reader, wallet } = chainOf(owner);
    const to = member.address;
    const at = { from: owner.address, oclId: lab.oclId, to };
    const send = async ({ transaction }: { transaction: { to: Hex; data: Hex } }) =>
      reader.waitForTransactionReceipt({
        hash: await wallet.sendTransaction({ to: transaction.to, data: transaction.data }),
      });
    const role = async () => {
      const { accessResolver: address } = contracts;
      return reader.readContract({
        address,
        abi: accessResolverAbi,
        functionName: 'getRole',
        args: [lab.oclId, to],
      });
    };
    const none = await call('prepare_extend', { ...at, expiry: null });
    expect([none.isError, none.said.code]).toEqual([true, 'NOT_FOUND']);
    const end = Math.floor(Date.now() / 1_000) + 86_400;
    const iso = (seconds: number) => new Date(1_000 * seconds).toISOString();
    await send(
      (await call('prepare_grant', { ...at, role: 'VIEWER', isAgent: true, expiry: iso(end) })).said,
    );
    await send((await call('prepare_extend', { ...at, expiry: iso(end + 60) })).said);
    expect(await role()).toEqual([1, BigInt(end + 60), true]);
    await send((await call('prepare_revoke', at)).said);
    expect(await role()).toEqual([0, 0n, false]);
    const own = (await call('prepare_revoke', { ...at, from: to })).said.transaction;
    expect(decodeFunctionData({ abi: accessResolverAbi, data: own.data }).functionName).toBe('renounceRole');
  });

  test('prepares the terms of a token, and with their signature a transaction that creates it', async () => {
    const agreement = { oclId: lab.oclId, symbol: 'YIELD' };
    const { agreementKey, agreementContentHash: contentHash } = await generateAgreement(service, agreement);
    const at = { from: owner.address, oclId: lab.oclId, symbol: 'YIELD', amount: '1000' };
    const unsigned = await call('prepare_tokenize', { ...at, agreementKey, contentHash });
    expect(unsigned.said.transaction).toBeNull();
    const signature = await owner.signMessage({ message: unsigned.said.message });
    const { said } = await call('prepare_tokenize', { ...at, agreementKey, contentHash, signature });
    const { reader, wallet } = chainOf(owner);
    const hash = await wallet.sendTransaction({ to: said.transaction.to, data: said.transaction.data });
    expect((await reader.waitForTransactionReceipt({ hash })).status).toBe('success');
    const wrong = await call('prepare_tokenize', {
      ...at,
      agreementKey,
      contentHash: `0x${'11'.repeat(32)}`,
    });
    expect([wrong.isError, wrong.said.reason]).toEqual([true, 'CONTENT_HASH_MISMATCH']);
  });

  test('says how to store a file, and takes neither its contents nor a key', async () => {
    const asked = { oclId: lab.oclId, path: 'a.csv', wallet: owner.address };
    const steps = async (access: string) =>
      (await call('put_file', { ...asked, access })).said.steps.map(({ tool }: { tool: string }) => tool);
    const upload = ['foresee', 'initiate_create_or_update_file', 'finish_create_or_update_file'];
    expect(await steps('PUBLIC')).toEqual(upload);
    expect(await steps('ADMIN')).toEqual([null, 'generate_data_encryption_key', null, ...upload]);
    for (const secret of [{ contents: SECRET }, { plaintext: SECRET }, { plaintextDEK: 'x' }]) {
      const { body } = await send('2026-07-28', 'tools/call', {
        name: 'put_file',
        arguments: { ...asked, ...secret },
      });
      expect(body.error ?? body.result.isError).toBeTruthy();
      expect(JSON.stringify(body)).not.toContain(SECRET);
    }
  });

  test('refuses arguments that its schema does not have', async () => {
    for (const [tool, args] of [
      ['open_lab', { oclId: '0x00' }],
      ['foresee', { operation: 'deleteEverything', variables: {}, wallet: owner.address }],
      ['prepare_mint', { from: 'me' }],
      ['search', {}],
    ] as const) {
      const { body } = await send('2026-07-28', 'tools/call', { name: tool, arguments: args });
      expect([tool, body.error?.code ?? body.result?.isError]).toEqual([
        tool,
        expect.toSatisfy((shown) => shown === true || shown === -32_602),
      ]);
    }
  });
});

describe('the route', () => {
  test('lets pages of every origin ask by the name of the service', async () => {
    for (const origin of ['http://localhost:6274', 'http://127.0.0.1:3000', 'https://chat.example', 'null']) {
      const { status, headers } = await send('2026-07-28', 'tools/list', {}, { origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin]);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
      const preflight = await fetch(`${service.url}/mcp`, { method: 'OPTIONS', headers: { origin } });
      expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
        204,
        expect.stringContaining('mcp-protocol-version'),
      ]);
    }
  });

  test('refuses a page that reached it by a name that is not its own', async () => {
    const ask = (origin: string, host: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const headers = { origin, host, 'content-type': 'application/json' };
        request(`${service.url}/mcp`, { method: 'POST', headers }, ({ statusCode }) => resolve(statusCode))
          .on('error', reject)
          .end('{"jsonrpc":"2.0","id":1,"method":"tools/list"}');
      });
    for (const origin of ['http://evil.example', 'http://localhost.evil.example', 'null'])
      for (const host of [
        'evil.example',
        'evil.example:4000',
        'localhost.evil.example',
        '127.0.0.1.evil.example',
      ])
        expect([origin, host, await ask(origin, host)]).toEqual([origin, host, 403]);
    expect(await ask('http://localhost:6274', 'service.internal')).not.toBe(403);
    expect(await ask('http://evil.example', new URL(service.url).host)).not.toBe(403);
  });

  test.each(['*/*', 'application/json', 'application/*;q=0.9', 'text/html, application/json'])(
    'answers JSON to a client that accepts %s',
    async (accept) => {
      for (const era of ['2026-07-28', '2025-11-25'] as const) {
        const { status, headers } = await send(era, 'tools/list', {}, { accept });
        expect([status, headers.get('content-type')]).toEqual([
          200,
          expect.stringMatching(/^application\/json/),
        ]);
      }
    },
  );

  test('has no sessions, no streams, and takes no large body', async () => {
    for (const method of ['GET', 'DELETE', 'PUT'])
      expect((await fetch(`${service.url}/mcp`, { method })).status).toBe(405);
    const large = await send('2026-07-28', 'tools/list', { cursor: 'x'.repeat(70_000) });
    expect(large.status).toBe(413);
    const listened = await send('2026-07-28', 'subscriptions/listen', {
      notifications: { toolsListChanged: true, resourcesListChanged: true },
    });
    // Acknowledged with none of the kinds that were asked for, and ended.
    expect(listened.body.params.notifications).toEqual({});
  });

  test('refuses a credential that is no live service token', async () => {
    const { token: live } = lab;
    const { token, tokenId } = await signIn(service, outsider);
    await service.context.db
      .update(serviceTokens)
      .set({ revokedAt: new Date() })
      .where(eq(serviceTokens.id, tokenId));
    for (const authorization of [
      'Bearer x',
      service.credential,
      `Bearer ${token}`,
      live,
      `Bearer ${live}x`,
    ]) {
      const { status, headers, body } = await send('2026-07-28', 'tools/list', {}, { authorization });
      expect([status, headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer error="invalid_token"/),
      ]);
      expect(body.errors[0].errorType).toBe('UNAUTHENTICATED');
    }
  });
});

test('with a service token a wallet reads what it paid for, and no other wallet does', async () => {
  const payer = await payerWith(PRICE);
  const { token } = await signIn(service, payer);
  const { token: others } = await signIn(service, outsider);
  const { recipientKey } = await newRecipient();
  await using anonymous = await new TestAgent().connect(service);
  await expect(anonymous.call('paid_calls')).rejects.toThrow();
  expect((await anonymous.buy(payer, 'generate_data_encryption_key', { recipientKey })).isError).toBe(false);
  await using agent = await new TestAgent().connect(service, token);
  const { said } = await agent.call('paid_calls');
  expect(said.nodes).toMatchObject([
    { mutation: 'generateDataEncryptionKey', state: 'SETTLED', amount: String(PRICE) },
  ]);
  expect(said.spending).toMatchObject([{ all: { calls: 1, amount: String(PRICE) } }]);
  const uri = 'labroom://paid-calls';
  const [content] = (await agent.client.readResource({ uri })).contents;
  expect(JSON.parse(content && 'text' in content ? content.text : '')).toEqual(said);
  await using other = await new TestAgent().connect(service, others);
  expect((await other.call('paid_calls')).said.nodes).toEqual([]);
  await expect(anonymous.client.readResource({ uri })).rejects.toThrow();
});
