import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { isQuick } from '@labroom/testing/depth.ts';
import { type StockClient, stockClients } from '@labroom/testing/stock-mcp-clients.ts';
import { fillUp } from '@labroom/testing/test-gateway.ts';
import { PRICE } from '@labroom/testing/test-payment.ts';
import { openTestService } from '@labroom/testing/test-service.ts';
import { fundedWallet } from '@labroom/testing/test-wallets.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openEveryCall } from './every-call.fixture.ts';

const service = await openTestService();
const { agent, token, lab, recipient, free, paid, refused } = await openEveryCall(service);
afterAll(() => agent[Symbol.asyncDispose]());
const { recipientKey } = recipient;
const textOfOthers = ['orient', 'search', 'fetch', 'open_lab', 'read_file', 'explain_access'];

/** The service, but `open_lab` answers otherwise than its schema says. */
const falsified = createServer(async (request, response) => {
  const { host: _, connection: _c, 'content-length': _l, ...headers } = request.headers;
  const body = await buffer(request);
  const answer = await fetch(`${service.url}${request.url}`, {
    method: request.method ?? 'GET',
    headers: headers as Record<string, string>,
    ...(body.length > 0 && { body }),
  });
  const text = (await answer.text()).replace(
    '"structuredContent":{"lab":{',
    '"structuredContent":{"lab":5,"o":{',
  );
  const contentType = answer.headers.get('content-type');
  response.writeHead(answer.status, contentType ? { 'content-type': contentType } : {}).end(text);
}).listen(0, '127.0.0.1');
await once(falsified, 'listening');
afterAll(() => falsified.close());
const falsifiedUrl = `http://127.0.0.1:${(falsified.address() as AddressInfo).port}`;

const INSPECTOR = '@modelcontextprotocol/inspector-cli';
/** The inspector starts a process for each call. */
const clients = stockClients.filter(([name]) => !isQuick || name !== INSPECTOR);

describe.each(clients)('%s', (name, connect) => {
  let client: StockClient;
  beforeAll(async () => {
    client = await connect({ url: service.url, token });
  });
  afterAll(() => client[Symbol.asyncDispose]());

  test('takes the answer of every tool, for a wallet with labs, roles and payments', async () => {
    const tools = await client.listTools();
    const called = new Set([...free, ...paid].map(([tool]) => tool));
    expect(tools.map((tool) => tool.name).toSorted()).toEqual([...called].toSorted());
    for (const tool of tools) expect([tool.name, tool.outputSchema]).toEqual([tool.name, expect.any(Object)]);
    const invalid: unknown[] = [];
    const failed: string[] = [];
    for (const [tool, args] of free) {
      const answer = await client.call(tool, args).catch((error: unknown) => {
        invalid.push([tool, error]);
      });
      if (answer?.isError) failed.push(tool);
      else if (answer) expect(answer.structuredContent, JSON.stringify(answer)).toBeTypeOf('object');
    }
    for (const [tool, args] of paid) {
      const price = await client.call(tool, args).catch((error: unknown) => {
        invalid.push([tool, error]);
      });
      if (price)
        expect([tool, price.isError, price.structuredContent]).toEqual([
          tool,
          true,
          expect.objectContaining({ x402Version: 2, accepts: expect.any(Array) }),
        ]);
    }
    expect(invalid).toEqual([]);
    expect(failed).toEqual(refused);
  }, 900_000);

  test('notices an answer that the schema of the tool does not describe', async () => {
    await using misled = await connect({ url: falsifiedUrl, token });
    await expect(misled.call('open_lab', { oclId: lab.oclId })).rejects.toThrow();
    expect((await misled.call('orient', {})).structuredContent).toBeTypeOf('object');
  });

  if (![INSPECTOR, '@ai-sdk/mcp'].includes(name))
    test('takes the answer that it paid for, and the refusal', async () => {
      const buyer = await fundedWallet();
      await fillUp(buyer, 2n * PRICE);
      const buy = async (tool: string, args: Record<string, unknown>) =>
        client.call(tool, args, await agent.payment(buyer, tool, args));
      const key = await buy('generate_data_encryption_key', { recipientKey });
      expect(key).toMatchObject({ structuredContent: { error: null, sealedDEK: expect.any(String) } });
      const asked = { oclId: lab.oclId, filePath: 'secret.txt', recipientKey };
      expect(await buy('decrypt_data_key', asked)).toMatchObject({ isError: true });
    });

  if (name.startsWith('@modelcontextprotocol/') && name !== INSPECTOR)
    test('is told which tools answer with text of others, by the hint and by the label of each result', async () => {
      for (const { name: tool, annotations } of await client.listTools())
        expect([tool, annotations]).toEqual([tool, expect.objectContaining({ openWorldHint: true })]);
      for (const [tool, args] of free.filter(([called]) => !refused.includes(called))) {
        const { _meta } = await client.call(tool, args);
        const integrity = textOfOthers.includes(tool) ? 'untrusted' : 'trusted';
        const confidentiality = tool === 'paid_calls' ? 'private' : 'public';
        expect([tool, _meta?.ifc]).toEqual([tool, { integrity, confidentiality }]);
      }
    });
});

test('the schema of an answer marks the fields that others wrote', async () => {
  const { tools } = await agent.client.listTools();
  const marked = (name: string) => {
    const { outputSchema } = tools.find((tool) => tool.name === name) ?? {};
    return [...JSON.stringify(outputSchema).matchAll(/"(\w+)":\{[^{}]*"\$comment":"written by others"/g)].map(
      ([, field]) => field,
    );
  };
  expect(marked('read_file')).toEqual(['path', 'contentType', 'text']);
  expect(marked('search')).toEqual(expect.arrayContaining(['title', 'text']));
  expect(marked('open_lab')).toEqual(expect.arrayContaining(['name', 'description', 'path']));
  expect(marked('prepare_mint')).toEqual([]);
});
