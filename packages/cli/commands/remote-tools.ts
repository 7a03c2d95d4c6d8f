import { type CallToolResult, fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CommandError } from '../command-line/exit-codes.ts';

const REVISION = '2026-07-28';
const timeoutMs = 30_000;

const toolSchema = z.looseObject({
  name: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.looseObject({}),
  outputSchema: z.looseObject({}).optional(),
  annotations: z.looseObject({ readOnlyHint: z.boolean().optional() }).optional(),
  _meta: z.looseObject({ securitySchemes: z.unknown() }).optional(),
});
const listSchema = z.object({ tools: z.array(toolSchema).max(200) });
const resultSchema = z.custom<CallToolResult>(
  (value) => typeof value === 'object' && value !== null && 'content' in value,
);
type RemoteTool = z.output<typeof toolSchema>;

/**
 * The tools of the service that only read and need no wallet: those of its `/mcp`, so that an agent needs one server. They are asked
 * without the session, and never with a file of this machine.
 * @throws CommandError if the service cannot be asked
 */
export async function remoteTools(origin: string) {
  const listed = listSchema.safeParse(await ask(origin, 'tools/list', {}));
  if (!listed.data) throw new CommandError('failed', `${origin} does not list its tools.`);
  const readOnly = listed.data.tools.filter(
    ({ annotations, _meta }) => annotations?.readOnlyHint === true && _meta?.securitySchemes === undefined,
  );
  return (server: McpServer): void => {
    for (const tool of readOnly) register(server, origin, tool);
  };
}

function register(
  server: McpServer,
  origin: string,
  { name, title, description, inputSchema, outputSchema, annotations }: RemoteTool,
) {
  server.registerTool(
    name,
    {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      inputSchema: fromJsonSchema<Record<string, unknown>>(inputSchema),
      ...(outputSchema && { outputSchema: fromJsonSchema<Record<string, unknown>>(outputSchema) }),
      ...(annotations && { annotations: { ...annotations, readOnlyHint: true } }),
    },
    async (args) => {
      const result = await ask(origin, 'tools/call', { name, arguments: args });
      const { content, structuredContent, isError, _meta } = resultSchema.parse(result);
      return {
        content,
        ...(structuredContent !== undefined && { structuredContent }),
        ...(isError && { isError }),
        ...(_meta && { _meta }),
      };
    },
  );
}

/** One request of the stateless revision. */
async function ask(
  origin: string,
  method: string,
  params: { name?: string; [name: string]: unknown },
): Promise<unknown> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': REVISION,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      ...(params.name !== undefined && { 'mcp-name': params.name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((cause: unknown) => {
    throw new CommandError('failed', `${origin} does not answer.`, { cause });
  });
  const answer = z
    .object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() })
    .safeParse(await response.json().catch(() => null));
  if (answer.data?.result !== undefined) return answer.data.result;
  throw new CommandError('failed', answer.data?.error?.message ?? `${origin} answered ${response.status}.`);
}
