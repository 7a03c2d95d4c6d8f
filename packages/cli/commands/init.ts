import { resolve } from 'node:path';
import { type LabroomClient, requireForeseen } from '@labroom/client';
import { type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { explainFailure, type Failure } from '../command-line/explain-failure.ts';
import { connect, findLab } from '../connection/connect.ts';
import { findFolder, levelOf, tieFolder } from '../store/folder.ts';
import { readAccess } from './sync.ts';

/** Ties the current folder to a lab. */
export const init: Run = async (invocation) => {
  const [named] = invocation.args;
  if (!named)
    throw new CommandError('usage', 'Name the lab, by oclId or short name. labroom ls lists yours.');
  const root = resolve(invocation.cwd);
  const around = await findFolder(root);
  if (around)
    throw new CommandError(
      'usage',
      `${around.root} is tied to ${around.shortname} already. Remove its .labroom folder to change that.`,
    );
  const { client, session } = await connect(invocation);
  const lab = await findLab(client, named);
  const service = new URL(session.graphqlUrl).origin;
  const access = readAccess(textOption(invocation, 'access')) ?? 'team';
  const refusal = await refusalOf(client, lab.oclId, session.wallet);
  await tieFolder(root, { service, oclId: lab.oclId, shortname: lab.shortname, access });
  return {
    text: `${root} is tied to ${lab.name} (${lab.shortname}). New files will be ${access === 'team' ? "encrypted for the lab's team" : 'public'}.${refusal ? ` This wallet cannot upload to it now: ${refusal.message}` : ''}`,
    data: { folder: root, service, ...lab, access: levelOf(access), refusal },
  };
};

/** Why the wallet could not upload to the lab now; `null` if it could. */
async function refusalOf(client: LabroomClient, oclId: string, wallet: string): Promise<Failure | null> {
  const variables = { oclId, contentType: 'application/octet-stream', contentLength: 0 };
  const planned = { operation: 'initiateCreateOrUpdateFile', variables, wallet } as const;
  return requireForeseen(client.call, planned).then(() => null, explainFailure);
}
