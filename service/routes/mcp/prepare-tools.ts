import type { McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { withOclIds } from '#core/labs/name-labs.ts';
import { parseInput } from '#platform/input/input.ts';
import { answering } from './answers.ts';
import {
  extendSchema,
  grantSchema,
  mintSchema,
  prepareExtend,
  prepareGrant,
  prepareMint,
  prepareRevoke,
  prepareTokenize,
  revokeSchema,
  tokenizeSchema,
  transactionSchema,
} from './prepare.ts';
import { lab, reads, type ToolContext } from './tools.ts';

const prepared = z.object({ transaction: transactionSchema, next: z.string() });

/** Tools that return what the wallet of the caller signs and sends. The service signs and sends nothing. */
export function registerPrepareTools(server: McpServer, { context, reader, scope }: ToolContext): void {
  const annotations = reads;
  /** The lab by its oclId, and the rest as it was read. */
  const read = async <S extends z.ZodType>(schema: S, args: object) =>
    parseInput(schema, await withOclIds(context.db, args));
  server.registerTool(
    'prepare_mint',
    {
      title: 'Prepare a mint',
      description: 'The unsigned transaction that mints a lab. Nothing is sent.',
      ...{ inputSchema: mintSchema, outputSchema: prepared, annotations },
    },
    answering(scope, (args) => prepareMint(context, args)),
  );
  server.registerTool(
    'prepare_grant',
    {
      title: 'Prepare a grant',
      description:
        'The unsigned transaction that grants a role in a lab. It replaces a role that the wallet has. Nothing is sent.',
      ...{ inputSchema: grantSchema.extend({ oclId: lab }), outputSchema: prepared, annotations },
    },
    answering(scope, async (args) => prepareGrant(context, await read(grantSchema, args))),
  );
  server.registerTool(
    'prepare_extend',
    {
      title: 'Prepare another end of a role',
      description:
        'The unsigned transaction that moves the end of a role that a wallet has. Nothing is sent.',
      ...{ inputSchema: extendSchema.extend({ oclId: lab }), outputSchema: prepared, annotations },
    },
    answering(scope, async (args) => prepareExtend(context, await read(extendSchema, args))),
  );
  server.registerTool(
    'prepare_revoke',
    {
      title: 'Prepare a revocation',
      description: 'The unsigned transaction that ends the role of a wallet, or its own. Nothing is sent.',
      ...{ inputSchema: revokeSchema.extend({ oclId: lab }), outputSchema: prepared, annotations },
    },
    answering(scope, async (args) => prepareRevoke(context, await read(revokeSchema, args))),
  );
  server.registerTool(
    'prepare_tokenize',
    {
      title: 'Prepare a token',
      description:
        'The terms that the controller of a lab signs, then with their signature the unsigned transaction that gives the lab its token. Nothing is sent.',
      inputSchema: tokenizeSchema.extend({ oclId: lab }),
      outputSchema: prepared.extend({
        message: z.string().describe('The terms, to sign byte for byte (EIP-191).'),
        transaction: transactionSchema.nullable(),
      }),
      annotations,
    },
    answering(scope, async (args) => prepareTokenize(context, reader, await read(tokenizeSchema, args))),
  );
}
