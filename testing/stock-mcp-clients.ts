import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { createMCPClient } from '@ai-sdk/mcp';
import { Client as Client2, StreamableHTTPClientTransport as Transport2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Transport1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { MCPServerStreamableHttp } from '@openai/agents-core';
import { z } from 'zod';

interface ListedTool {
  name: string;
  outputSchema?: object | undefined;
  annotations?: object | undefined;
}

interface StockResult {
  isError?: boolean | undefined;
  content?: unknown;
  structuredContent?: unknown;
  _meta?: Record<string, unknown> | undefined;
}

/** A published client of the protocol, which compares each answer with the schema that the tool declares, and throws if they differ. */
export interface StockClient extends AsyncDisposable {
  listTools(): Promise<readonly ListedTool[]>;
  call(name: string, args: Record<string, unknown>, meta?: Record<string, unknown>): Promise<StockResult>;
}

interface Place {
  url: string;
  /** Service token. */
  token: string;
}

type Connect = (place: Place) => Promise<StockClient>;

const info = { name: 'test', version: '1' };
const endpointOf = ({ url }: Place) => new URL(`${url}/mcp`);
const headersOf = ({ token }: Place) => ({ authorization: `Bearer ${token}` });

/** Both official clients: what they need of each other's types is the same. */
async function official(
  client: Pick<Client2, 'close'> & {
    listTools(): Promise<{ tools: ListedTool[] }>;
    callTool(call: {
      name: string;
      arguments: Record<string, unknown>;
      _meta?: Record<string, unknown>;
    }): Promise<unknown>;
  },
): Promise<StockClient> {
  const { tools } = await client.listTools();
  return {
    listTools: async () => tools,
    call: async (name, args, _meta = {}) =>
      (await client.callTool({ name, arguments: args, _meta })) as StockResult,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function sdk(place: Place): Promise<StockClient> {
  const client = new Client1(info);
  const requestInit = { headers: headersOf(place) };
  await client.connect(new Transport1(endpointOf(place), { requestInit }) as never);
  return official(client as never);
}

async function officialClient(place: Place): Promise<StockClient> {
  const client = new Client2(info, { versionNegotiation: { mode: 'auto' } });
  await client.connect(new Transport2(endpointOf(place), { requestInit: { headers: headersOf(place) } }));
  return official(client as never);
}

const run = promisify(execFile);

/** The command line of the inspector: a process for each request. It lists the tools before each call. */
async function inspector(place: Place): Promise<StockClient> {
  const program = createRequire(import.meta.url).resolve(
    '@modelcontextprotocol/inspector-cli/build/index.js',
  );
  const ask = async (method: string, ...args: string[]) => {
    const { href } = endpointOf(place);
    const header = `authorization: ${headersOf(place).authorization}`;
    const all = [program, href, '--transport', 'http', '--header', header, '--method', method, ...args];
    // It finds its version beside the folder that it runs in.
    const { stdout } = await run(process.execPath, all, {
      cwd: dirname(program),
      maxBuffer: 64 * 1_024 ** 2,
    });
    return JSON.parse(stdout);
  };
  return {
    listTools: async () => (await ask('tools/list')).tools,
    call: (name, args) => {
      const given = Object.entries(args).map(([arg, value]) => `${arg}=${JSON.stringify(value)}`);
      return ask('tools/call', '--tool-name', name, ...given.flatMap((pair) => ['--tool-arg', pair]));
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

/** The client of the AI SDK, which is written anew. It compares answers with schemas that its user gives it: those of the list. */
async function aiSdk(place: Place): Promise<StockClient> {
  const client = await createMCPClient({
    transport: { type: 'http', url: endpointOf(place).href, headers: headersOf(place) },
  });
  const { tools } = await client.listTools();
  const schemas = Object.fromEntries(
    tools.map(({ name, outputSchema }) => [
      name,
      { inputSchema: z.looseObject({}), outputSchema: z.fromJSONSchema(outputSchema as never) },
    ]),
  );
  const callable = client.toolsFromDefinitions({ tools }, { schemas });
  return {
    listTools: async () => tools,
    call: async (name, args) => {
      const answer = await callable[name]?.execute(args, { toolCallId: '1', messages: [] } as never);
      const failed = answer as unknown as StockResult;
      // Of an answer that is no error it gives what the schema describes.
      return failed.isError ? failed : { structuredContent: answer };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The client of the OpenAI Agents SDK. */
async function agents(place: Place): Promise<StockClient> {
  const server = new MCPServerStreamableHttp({
    url: endpointOf(place).href,
    requestInit: { headers: headersOf(place) },
    cacheToolsList: true,
    clientSessionTimeoutSeconds: 60,
  });
  await server.connect();
  const tools = await server.listTools();
  return {
    listTools: async () => tools as unknown as readonly ListedTool[],
    call: async (name, args, meta) => (await server.callToolResult(name, args, meta ?? null)) as StockResult,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

/** Five published clients, by the name of their package. */
export const stockClients: readonly [name: string, connect: Connect][] = [
  ['@modelcontextprotocol/sdk', sdk],
  ['@modelcontextprotocol/client', officialClient],
  ['@modelcontextprotocol/inspector-cli', inspector],
  ['@ai-sdk/mcp', aiSdk],
  ['@openai/agents-core', agents],
];
