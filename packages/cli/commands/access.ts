import { openLabChain } from '@labroom/client/chain';
import { LabMembersDocument, ResolveNameDocument } from '@labroom/client/documents';
import { labPath } from '@labroom/protocol/lab-pages';
import { explainExpiry } from '@labroom/protocol/role-expiry';
import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  getAddress,
  isAddress,
  type TransactionReceipt,
} from 'viem';
import { type Invocation, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connectToLab, type LabConnection, pageUrl } from '../connection/connect.ts';
import { requireNode } from '../connection/require-node.ts';
import { openKey, requireKey } from '../signing/signer.ts';

/** Gives a wallet a role in the lab, by a transaction of the signing wallet. */
export const grant: Run = async (invocation) => {
  const [to, typed = ''] = invocation.args;
  const role = typed.toLowerCase();
  const granted = { viewer: 'VIEWER', contributor: 'CONTRIBUTOR' }[role] as
    | 'VIEWER'
    | 'CONTRIBUTOR'
    | undefined;
  if (!to || !granted) throw new CommandError('usage', 'Name a wallet, and viewer or contributor.');
  const until = readEnd(textOption(invocation, 'until'), new Date());
  const connection = await connectToLab(invocation);
  const wallet = await addressOf(connection, to);
  const { lab } = connection;
  const end = until ? `until ${until.toISOString()}` : 'without an end';
  const chain = await openChain(connection, invocation);
  const isAgent = invocation.options.agent === true;
  const expiry = until ? BigInt(Math.floor(until.getTime() / 1_000)) : 0n;
  const beforeSigning = () => agree(invocation, `Make ${wallet} ${role} of ${lab.name}, ${end}?`);
  const given = { oclId: lab.oclId, to: wallet, role: granted, expiry, isAgent };
  const receipt = await explained(connection, chain.grantRole(given, { beforeSigning }));
  const data = {
    lab: lab.oclId,
    wallet,
    role: granted,
    until: until?.toISOString() ?? null,
    transaction: receipt.transactionHash,
  };
  return { text: `${wallet} is ${role} of ${lab.name}, ${end}.`, data };
};

/** Ends the role that a wallet was given. */
export const revoke: Run = async (invocation) => {
  const [from] = invocation.args;
  if (!from) throw new CommandError('usage', 'Name a wallet.');
  const connection = await connectToLab(invocation);
  const wallet = await addressOf(connection, from);
  const { lab } = connection;
  const chain = await openChain(connection, invocation);
  const beforeSigning = () => agree(invocation, `End the role of ${wallet} in ${lab.name}?`);
  const receipt = await explained(connection, chain.revokeRole(lab.oclId, wallet, { beforeSigning }));
  const text = `${wallet} has no role in ${lab.name} any more. What it downloaded, it keeps.`;
  return { text, data: { lab: lab.oclId, wallet, transaction: receipt.transactionHash } };
};

/** The end of a role: an ISO 8601 time, or a date, to whose end in UTC the role lasts. @throws CommandError */
export function readEnd(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const isTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text);
  const end = new Date(isDate ? `${text}T23:59:59Z` : text);
  // JavaScript takes the 30th of February for the 1st of March or the 2nd.
  const exists = !isDate || end.toString() === 'Invalid Date' || end.toISOString().startsWith(text);
  if ((!isDate && !isTime) || Number.isNaN(end.getTime()) || !exists)
    throw new CommandError(
      'usage',
      `--until is a date or a time with its zone, e.g. 2027-01-31, not ${text}.`,
    );
  const wrong = explainExpiry(BigInt(Math.floor(end.getTime() / 1_000)), now);
  if (wrong) throw new CommandError('usage', wrong);
  return end;
}

async function addressOf({ client }: LabConnection, named: string): Promise<Address> {
  if (isAddress(named)) return getAddress(named);
  if (!named.includes('.')) throw new CommandError('usage', `${named} is neither an address nor a name.`);
  const { resolveName } = await client.call(ResolveNameDocument, { name: named });
  if (!resolveName) throw new CommandError('failed', `${named} leads to no address.`);
  return getAddress(resolveName.address);
}

/** Asks before a transaction is sent. The address is shown, also where a name was typed. */
async function agree({ options, terminal }: Invocation, question: string): Promise<void> {
  if (options.yes === true) return;
  if (!(await terminal.confirm(question, 'Add --yes to go on without a question.')))
    throw new CommandError('failed', 'Nothing was changed.');
}

/** Says why the chain does not accept a transaction, and who could send it. @throws CommandError */
async function explained(
  { client, lab }: LabConnection,
  sending: Promise<TransactionReceipt>,
): Promise<TransactionReceipt> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof BaseError)) throw error;
    const reverted = error.walk((cause) => cause instanceof ContractFunctionRevertedError);
    const name = reverted instanceof ContractFunctionRevertedError ? reverted.data?.errorName : undefined;
    if (name !== 'UnauthorizedRoleAdmin')
      throw new CommandError('failed', `Nothing was sent. ${error.shortMessage}`, { cause: error });
    const { listLabMembers } = await client.call(LabMembersDocument, { oclId: lab.oclId });
    const owners = listLabMembers.members
      .filter(({ role }) => role === 'OWNER')
      .map(({ walletAddress }) => walletAddress);
    throw new CommandError(
      'failed',
      `Nothing was sent: this wallet may not (${name}). An owner of the lab may (${owners.join(', ')}), and for viewers a contributor.`,
      { cause: error },
    );
  }
}

async function openChain(connection: LabConnection, invocation: Invocation) {
  const { session, network, lab } = connection;
  const page = pageUrl(session, labPath(lab.shortname, 'members'));
  const signer = requireKey(session, invocation, `, or use the wallet of your browser at ${page}`);
  const rpcUrl = await requireNode(invocation, session.chainId);
  return openLabChain({ rpcUrl, network, account: await openKey(signer, invocation) });
}
