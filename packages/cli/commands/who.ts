import { LabroomError } from '@labroom/client';
import { DataRoomFileDocument, KeyRecipientsDocument, LabMembersDocument } from '@labroom/client/documents';
import { describeConditions } from '@labroom/protocol/describe-conditions';
import type { Run } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { table } from '../command-line/table.ts';
import { connectToLab, type LabConnection } from '../connection/connect.ts';
import { pathOfLab } from '../store/paths.ts';

/** Who may open the newest version of a file, and who has received its keys. */
export const who: Run = async (invocation) => {
  const [typed] = invocation.args;
  if (typed === undefined) throw new CommandError('usage', 'Name a file of the lab.');
  const connection = await connectToLab(invocation);
  const { client, lab, network } = connection;
  const path = pathOfLab(connection.folder, invocation.cwd, typed);
  const { dataRoomFile: file } = await client.call(DataRoomFileDocument, { oclId: lab.oclId, path });
  const newest = file?.versions?.find(({ version }) => version === file.version);
  if (!file || !newest) throw new CommandError('failed', `${path} is not in ${lab.shortname}.`);
  const { accessLevel, encryptionMetadata: encryption } = newest;
  const found = { path: file.path, did: file.did, version: file.version, accessLevel };
  if (!encryption)
    return {
      text: `Everyone can open ${path}.`,
      data: { ...found, conditions: [], members: [], recipients: [] },
    };

  const described = describeConditions(encryption.accessControlConditions, lab, network);
  const conditions = described?.map(({ operator, sentence, call }) => ({ operator, sentence, call })) ?? [];
  const members = described?.some(({ isLabRole }) => isLabRole) ? await membersOf(connection) : [];
  const recipients = await recipientsOf(connection, file.did);
  const rows = members.map(({ wallet, role, until, name }) => [
    wallet,
    role.toLowerCase(),
    until ? `until ${until}` : '',
    name ?? '',
  ]);
  const text = [
    `${path} (version ${file.version}) opens for:`,
    ...conditions.map(({ operator, sentence }) => `  ${operator ? `${operator} ` : ''}${sentence}`),
    ...(conditions.length === 0 ? ['  conditions that this program does not understand'] : []),
    ...(rows.length > 0 ? ['', table(rows)] : []),
    ...(recipients
      ? ['', ...recipients.map(({ wallet, at }) => `${wallet} received a key on ${at.slice(0, 10)}`)]
      : []),
  ].join('\n');
  return { text, data: { ...found, conditions, members, recipients } };
};

async function membersOf({ client, lab }: LabConnection) {
  const { listLabMembers } = await client.call(LabMembersDocument, { oclId: lab.oclId });
  return (listLabMembers.members ?? []).map(({ walletAddress, role, expiry, isAgent, profile }) => ({
    wallet: walletAddress,
    role,
    until: expiry ? new Date(Number(expiry) * 1_000).toISOString() : null,
    isAgent,
    name: profile?.name ?? profile?.resolvedName ?? null,
  }));
}

/** For owners; `null` for others. */
async function recipientsOf({ client, lab }: LabConnection, did: string) {
  try {
    const { keyRecipients } = await client.call(KeyRecipientsDocument, { oclId: lab.oclId, refs: [did] });
    return keyRecipients.map(({ wallet, releasedAt }) => ({ wallet, at: releasedAt }));
  } catch (error) {
    if (error instanceof LabroomError && error.code === 'UNAUTHORIZED') return null;
    throw error;
  }
}
