import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { answering } from './answers.ts';
import { PAID_CALLS } from './queries.ts';
import { reads, type ToolContext } from './tools.ts';

const RESOURCE = 'labroom://paid-calls';

/** What the wallet of a service token reads about itself, as a tool and as a resource. Without a token there is neither. */
export function registerWalletTools(server: McpServer, { reader, asking }: ToolContext): void {
  if (asking.wallet.kind === 'none') return;
  const paidCalls = async (page: { limit?: number | undefined; cursor?: string | undefined }) =>
    (await reader.query(PAID_CALLS, page)).paidCalls as object;

  server.registerTool(
    'paid_calls',
    {
      title: 'Paid calls of this wallet',
      description: 'What the wallet of the service token paid for, newest first, and what it spent.',
      inputSchema: z.object({
        limit: z.int().min(1).max(200).default(50),
        cursor: z.string().max(100).optional().describe('The `id` of a call: only calls before it.'),
      }),
      outputSchema: z.looseObject({ nodes: z.array(z.looseObject({})), hasNextPage: z.boolean() }),
      annotations: reads,
    },
    answering(asking, paidCalls),
  );
  const mimeType = 'application/json';
  server.registerResource(
    'paid-calls',
    RESOURCE,
    { title: 'What this wallet paid for, and what it spent', mimeType },
    async () => ({ contents: [{ uri: RESOURCE, mimeType, text: JSON.stringify(await paidCalls({})) }] }),
  );
}
