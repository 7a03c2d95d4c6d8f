import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { SCOPE } from '../../operations/authorizations/token-answer.ts';
import { answering } from './answers.ts';
import { PAID_CALLS } from './queries.ts';
import { reads, type ToolContext } from './tools.ts';

const RESOURCE = 'labroom://paid-calls';

const TOOL = 'paid_calls';

const ofWallet = z.union([
  z.object({ method: z.literal('tools/call'), params: z.object({ name: z.literal(TOOL) }) }),
  z.object({ method: z.literal('resources/read'), params: z.object({ uri: z.literal(RESOURCE) }) }),
]);

/** Whether a message asks for what only a wallet may read. */
export const needsWallet = (message: unknown): boolean => ofWallet.safeParse(message).success;

/**
 * What the wallet of a service token reads about itself, as a tool and as a resource. The tool is listed without a token too, because
 * calling it is how a program begins an authorization.
 */
export function registerWalletTools(server: McpServer, { reader, scope, outputs }: ToolContext): void {
  const paidCalls = async (page: { limit?: number | undefined; cursor?: string | undefined }) =>
    (await reader.query(PAID_CALLS, page)).paidCalls as object;

  server.registerTool(
    TOOL,
    {
      title: 'Paid calls of this wallet',
      description:
        'What the wallet paid for, newest first, and what it spent. The person allows it by a signature (OAuth), or you send a service token.',
      inputSchema: z.object({
        limit: z.int().min(1).max(200).default(50),
        cursor: z.string().max(100).optional().describe('The `id` of a call: only calls before it.'),
      }),
      outputSchema: outputs.paidCalls.outputSchema,
      annotations: reads,
      _meta: { securitySchemes: [{ type: 'oauth2', scopes: [SCOPE] }] },
    },
    answering(scope, paidCalls, outputs.paidCalls.label),
  );
  if (scope.wallet.kind === 'none') return;
  const mimeType = 'application/json';
  server.registerResource(
    'paid-calls',
    RESOURCE,
    { title: 'What this wallet paid for, and what it spent', mimeType },
    async () => ({ contents: [{ uri: RESOURCE, mimeType, text: JSON.stringify(await paidCalls({})) }] }),
  );
}
