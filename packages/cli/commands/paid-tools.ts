import { createHash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { requireForeseen } from '@labroom/client';
import {
  CreateAnnouncementDocument,
  CreateLabDocument,
  FileAtPathDocument,
  FinishCreateOrUpdateFileDocument,
  GenerateDataEncryptionKeyDocument,
  InitiateCreateOrUpdateFileDocument,
} from '@labroom/client/documents';
import { PaidCallError } from '@labroom/client/payment';
import { withoutLeadingSlash } from '@labroom/protocol/file-path';
import type { CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { CommandError } from '../command-line/exit-codes.ts';
import { explainFailure } from '../command-line/explain-failure.ts';
import type { Connection } from '../connection/connect.ts';
import type { OpenedPayer } from '../paying/open-payer.ts';
import { explainUnsafePath } from '../sync/local-name.ts';
import { placeFile } from '../sync/place-file.ts';
import { stampOf } from '../sync/scan.ts';
import { resultOf } from './tool-result.ts';

/** Where paid tools read and write files, and ask what is free. */
interface Surroundings extends Pick<Connection, 'client'> {
  root: string;
}

const oclId = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .describe('the lab: 0x and 64 hex digits');
const path = z.string().min(1).max(4_096).describe('path below the folder, and of the file in the lab');

/**
 * The tools that a wallet pays for, within its budget. Files are encrypted and decrypted here: no answer holds a key, so the tools of
 * `/mcp` that answer keys are not among them.
 */
export function paidTools({ client: agent, wallet, spending }: OpenedPayer, { client, root }: Surroundings) {
  async function createLab(input: { oclId: string }) {
    const { createLab: created } = await agent.call(CreateLabDocument, input);
    return { oclId: input.oclId, shortname: created.lab?.shortname ?? null };
  }

  async function createAnnouncement(input: { oclId: string; headline: string; body: string }) {
    await agent.call(CreateAnnouncementDocument, input);
    return { oclId: input.oclId, headline: input.headline };
  }

  async function upload({ oclId, path: named }: { oclId: string; path: string }) {
    const path = withoutLeadingSlash(named);
    const { file, size } = await fileToSend(root, path);
    const { dataRoomFile: there } = await client.call(FileAtPathDocument, { oclId, path });
    if (there) throw new CommandError('failed', `${path} is in the lab already. Nothing was paid.`);
    const variables = { oclId, contentType: 'application/octet-stream', contentLength: size };
    await requireForeseen(client.call, { operation: 'initiateCreateOrUpdateFile', variables, wallet });
    const body = await openAsBlob(file);
    // One payment, so that a budget does not end in the middle.
    const journey = await agent.journey([
      { document: InitiateCreateOrUpdateFileDocument, variables: { oclId } },
      { document: GenerateDataEncryptionKeyDocument },
      { document: FinishCreateOrUpdateFileDocument, variables: { oclId } },
    ]);
    const { datasetId, version } = await journey.upload({ oclId, target: { path }, body, access: 'TEAM' });
    return { path, did: datasetId, version };
  }

  async function download({
    oclId,
    path: named,
    version,
  }: {
    oclId: string;
    path: string;
    version?: number;
  }) {
    const path = withoutLeadingSlash(named);
    requireSafe(path);
    const occupied = await lstat(join(root, path)).catch(() => null);
    if (occupied) throw new CommandError('failed', `Something is at ${path} already. Nothing was paid.`);
    const file = await agent.download({ oclId, path, ...(version !== undefined && { version }) });
    const sha256 = createHash('sha256')
      .update(new Uint8Array(await file.arrayBuffer()))
      .digest('hex');
    await placeFile({ root, path, replaces: null }, file.stream(), sha256);
    return { path, bytes: file.size, sha256 };
  }

  async function answer(run: () => Promise<Record<string, unknown>>): Promise<CallToolResult> {
    const about = async (data: Record<string, unknown>, text: string, isError: boolean) => {
      const budget = await spending();
      const spent = `Spent ${budget.spent} of ${budget.limit} USDC.`;
      return resultOf(`${text}\n${spent}`, { ...data, budget }, isError);
    };
    try {
      const data = await run();
      return await about({ exit: 'done', ...data }, JSON.stringify(data), false);
    } catch (error) {
      const failure = explainFailure(error);
      if (!failure) throw error;
      const payment = error instanceof PaidCallError ? error.receipt : null;
      return about({ ...failure, payment: payment && stateOf(payment) }, failure.message, true);
    }
  }

  return (server: McpServer): void => {
    function register<Shape extends z.ZodRawShape>(
      name: string,
      description: string,
      shape: Shape,
      run: (input: z.output<z.ZodObject<Shape>>) => Promise<Record<string, unknown>>,
    ) {
      const [title = name] = description.split('. ', 1);
      const inputSchema = z.strictObject(shape);
      const annotations = {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      };
      server.registerTool(
        name,
        { title, description: `${description} ${PAID}`, inputSchema, annotations },
        (input) => answer(() => run(input as z.output<z.ZodObject<Shape>>)),
      );
    }
    register('create_lab', 'Opens the data room of a lab that was minted.', { oclId }, createLab);
    register(
      'create_announcement',
      'Publishes an announcement of a lab, for everyone.',
      { oclId, headline: z.string().max(4_096), body: z.string().max(60_000) },
      createAnnouncement,
    );
    register(
      'paid_upload',
      'Encrypts a file of this folder for the team of a lab, and stores it there as a new file. Three calls, one payment.',
      { oclId, path },
      upload,
    );
    register(
      'paid_download',
      'Decrypts a file of a lab into this folder, and verifies it. Nothing is overwritten.',
      { oclId, path, version: z.int().min(1).optional() },
      download,
    );
  };
}

const PAID =
  'A wallet of this machine pays for it, within the budget that its user set. A call that would fail is refused before that. ' +
  'An error of a call that ran was paid for: see `payment`.';

const stateOf = ({
  state,
  amount,
  transaction,
}: {
  state: string;
  amount: string;
  transaction: string | null;
}) => ({
  state,
  amount,
  transaction,
});

function requireSafe(path: string): void {
  const reason = explainUnsafePath(path, { isWindows: process.platform === 'win32' });
  if (reason) throw new CommandError('usage', `${path} cannot be used: it ${reason}.`);
}

/** A regular file of the folder that no symbolic link leads to, since a link can lead out of it. */
async function fileToSend(root: string, path: string): Promise<{ file: string; size: number }> {
  requireSafe(path);
  const file = join(root, path);
  const stat = await stampOf(file);
  if (!stat || (await realpath(file)) !== join(await realpath(root), path))
    throw new CommandError('failed', `${path} is not a file of this folder.`);
  return { file, size: stat.size };
}
