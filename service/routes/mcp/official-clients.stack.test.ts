import { CreateAnnouncementDocument } from '@labroom/client/documents';
import { signIn } from '@labroom/testing/actors.ts';
import { generateAgreement } from '@labroom/testing/test-agreement.ts';
import { ask } from '@labroom/testing/test-client.ts';
import { uploadSecret } from '@labroom/testing/test-encryption.ts';
import { fillUp } from '@labroom/testing/test-gateway.ts';
import { TestAgent } from '@labroom/testing/test-mcp.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { registeredLab } from '@labroom/testing/test-registered-lab.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { uploadFile } from '@labroom/testing/test-upload.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, test } from 'vitest';

/** Both official clients compare each answer with the schema that `tools/list` gave them, and throw if it does not match. */
interface OfficialClient {
  listTools(): Promise<{ tools: { name: string; outputSchema?: object; annotations?: object }[] }>;
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<{
    isError?: boolean | undefined;
    content?: unknown;
    structuredContent?: unknown;
    _meta?: Record<string, unknown> | undefined;
  }>;
}

const service = await openTestService();
const [owner, viewer] = await Promise.all([fundedWallet(), fundedWallet()]);
await fillUp(owner, PRICE);
const lab = await registeredLab(service, owner);
await uploadFile(service, lab, 'time,signal\n0,0.12\n', { path: 'open.csv', tags: ['assay'] }, 'text/csv');
await uploadSecret(service, lab, 'The yield is 83 %.', { path: 'secret.txt' });
const { token } = await signIn(service, owner);
await ask(
  service,
  CreateAnnouncementDocument,
  { oclId: lab.oclId, headline: 'Assay', body: 'Done.' },
  { token },
);
await using agent = await new TestAgent().connect(service);
await agent.buy(owner, 'generate_data_encryption_key');
const agreement = await generateAgreement(service, { oclId: lab.oclId, symbol: 'YIELD' });

const at = { oclId: lab.oclId };
const grant = { from: owner.address, ...at, to: viewer.address };
/** Arguments with which every tool answers with most of what it can. */
const calls: [tool: string, args: Record<string, unknown>][] = [
  ['orient', {}],
  ['orient', { wallet: owner.address }],
  ['orient', { wallet: viewer.address }],
  ['search', { query: 'assay' }],
  ['search', { query: 'no such thing at all' }],
  ['open_lab', at],
  ['read_file', { ...at, path: 'open.csv' }],
  ['explain_access', { ...at, path: 'open.csv', wallet: owner.address }],
  ['explain_access', { ...at, path: 'secret.txt', wallet: owner.address }],
  ['explain_access', { ...at, path: 'secret.txt', wallet: viewer.address }],
  ['foresee', { operation: 'createLab', variables: at, wallet: owner.address }],
  ['put_file', { ...at, path: 'a.csv', wallet: owner.address }],
  ['prepare_mint', { from: owner.address }],
  ['prepare_grant', { ...grant, role: 'VIEWER' }],
  ['prepare_extend', { ...grant, to: owner.address, expiry: null }],
  ['prepare_revoke', grant],
  [
    'prepare_tokenize',
    {
      ...{ from: owner.address, ...at, symbol: 'YIELD', amount: '1000' },
      ...{ agreementKey: agreement.agreementKey, contentHash: agreement.agreementContentHash },
    },
  ],
  ['paid_calls', {}],
];
/** A wallet without a role cannot be given a later end. */
const refused = ['prepare_extend'];
const textOfOthers = ['orient', 'search', 'open_lab', 'read_file', 'explain_access'];

const connected: [name: string, connect: () => Promise<OfficialClient>][] = [
  [
    '@modelcontextprotocol/sdk',
    async () => {
      const client = new Client1({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new Transport1(new URL(`${service.url}/mcp`), { requestInit }) as never);
      return client as OfficialClient;
    },
  ],
  [
    '@modelcontextprotocol/client',
    async () => {
      const client = new Client2({ name: 'test', version: '1' });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      await client.connect(new Transport2(new URL(`${service.url}/mcp`), { requestInit }));
      return client;
    },
  ],
];

describe.each(connected)('%s', (_, connect) => {
  test('takes the answer of every tool that reads, for a wallet with labs, roles and payments', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    const withOutput = tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name);
    expect(withOutput.toSorted()).toEqual([...new Set(calls.map(([name]) => name))].toSorted());
    const failed: string[] = [];
    for (const [name, args] of calls) {
      const {
        isError = false,
        structuredContent,
        content,
      } = await client.callTool({ name, arguments: args });
      if (isError) failed.push(name);
      else expect(structuredContent, JSON.stringify(content)).toBeTypeOf('object');
    }
    expect(failed).toEqual(refused);
  });

  test('is told which tools answer with text of others, by the hint and by the label of each result', async () => {
    const client = await connect();
    const { tools } = await client.listTools();
    for (const { name, annotations } of tools)
      expect([name, annotations]).toEqual([name, expect.objectContaining({ openWorldHint: true })]);
    for (const [name, args] of calls.filter(([tool]) => !refused.includes(tool))) {
      const { _meta } = await client.callTool({ name, arguments: args });
      const integrity = textOfOthers.includes(name) ? 'untrusted' : 'trusted';
      const confidentiality = name === 'paid_calls' ? 'private' : 'public';
      expect([name, _meta?.ifc]).toEqual([name, { integrity, confidentiality }]);
    }
  });
});

test('the schema of an answer marks the fields that others wrote', async () => {
  await using program = await new TestAgent().connect(service);
  const { tools } = await program.client.listTools();
  const marked = (name: string) => {
    const { outputSchema } = tools.find((tool) => tool.name === name) ?? {};
    return [...JSON.stringify(outputSchema).matchAll(/"(\w+)":\{[^{}]*"\$comment":"written by others"/g)].map(
      ([, field]) => field,
    );
  };
  expect(marked('read_file')).toEqual(['path', 'contentType', 'text']);
  expect(marked('search')).toEqual(
    expect.arrayContaining(['name', 'description', 'path', 'text', 'headline']),
  );
  expect(marked('prepare_mint')).toEqual([]);
});
