import { everyPaidCall, type Network, type PaidCallEntry } from '@labroom/client';
import { SpendingDocument } from '@labroom/client/documents';
import { callText, paidCallsCsv, paidCallsHeader } from '@labroom/protocol/paid-call-csv';
import { tokenText } from '@labroom/protocol/token-text';
import { type Invocation, type Run, textOption } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { table } from '../command-line/table.ts';
import { connect } from '../connection/connect.ts';

/** Lists what the wallet of the session paid for at the gateway, and what it spent. */
export const payments: Run = async (invocation) => {
  const limit = limitOf(invocation);
  const isCsv = invocation.options.csv === true;
  if (isCsv && invocation.options.json === true)
    throw new CommandError('usage', 'Name one of --csv and --json.');
  const { client, network, session } = await connect(invocation);
  const calls: PaidCallEntry[] = [];
  for await (const call of everyPaidCall(client.call)) {
    if (calls.length === limit) break;
    calls.push(call);
  }
  const { spending } = (await client.call(SpendingDocument, {})).paidCalls;
  const sums = spending.map(({ asset, today, last30Days, all }) => {
    const text = (spent: { amount: string }) => tokenText(network, { asset, ...spent });
    return `Today ${text(today)}, 30 days ${text(last30Days)}, ever ${text(all)}.`;
  });
  const rows = calls.map((call) => rowOf(call, network));
  return {
    text:
      calls.length > 0 ? [table(rows), '', ...sums].join('\n') : `${session.wallet} has paid for no calls.`,
    ...(isCsv && { document: paidCallsHeader + paidCallsCsv(calls, network) }),
    data: { wallet: session.wallet, calls, spending },
  };
};

function rowOf(call: PaidCallEntry, network: Network): string[] {
  const { createdAt, lab, oclId, state, reason, errorCode, transaction } = call;
  return [
    `${createdAt.slice(0, 16).replace('T', ' ')} UTC`,
    callText(call),
    lab?.shortname ?? oclId ?? '',
    tokenText(network, call),
    [state.toLowerCase().replace('_', ' '), reason, errorCode && `answered ${errorCode}`]
      .filter(Boolean)
      .join(', '),
    transaction ?? '',
  ];
}

function limitOf(invocation: Invocation): number | undefined {
  const text = textOption(invocation, 'limit');
  if (text === undefined || /^[1-9]\d{0,6}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new CommandError('usage', `--limit is a number of calls, not ${text}.`);
}
