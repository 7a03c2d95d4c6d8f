import type { Network } from '@labroom/client';
import { openLabChain } from '@labroom/client/chain';
import { type ChannelRest, withdrawFromChannels } from '@labroom/client/payment';
import { tokenText } from '@labroom/protocol/token-text';
import type { Run } from '../command-line/command.ts';
import { CommandError } from '../command-line/exit-codes.ts';
import { connect } from '../connection/connect.ts';
import { requireNode } from '../connection/require-node.ts';
import { openReceipts } from '../paying/open-payer.ts';
import { openKey, requireKey } from '../signing/signer.ts';

/** Takes out what is left in the payment channels of a wallet, as far as that is possible now. */
export const withdraw: Run = async (invocation) => {
  const { session, network } = await connect(invocation);
  const signer = requireKey(session, invocation);
  const rpcUrl = await requireNode(invocation, session.chainId);
  const account = await openKey(signer, invocation);
  const question = 'Take out what is left in payment channels? They pay no calls from then on.';
  const isAgreed =
    invocation.options.yes === true ||
    (await invocation.terminal.confirm(question, 'Add --yes to go on without a question.'));
  if (!isAgreed) throw new CommandError('failed', 'Nothing was changed.');
  const book = await openReceipts(invocation, { chainId: session.chainId, wallet: account.address });
  const receipts = async () => book.since(new Date(0));
  const rests = await withdrawFromChannels(openLabChain({ rpcUrl, network, account }), { receipts });
  const text = rests.map((rest) => lineOf(rest, network)).join('\n');
  const channels = rests.map((rest) => ({ ...rest, amount: `${rest.amount}` }));
  return { text: text || `Nothing is left in channels of ${account.address}.`, data: { channels } };
};

function lineOf({ amount, state, availableAt }: ChannelRest, network: Network): string {
  const text = tokenText(network, { asset: network.contracts.usdc, amount: `${amount}` });
  return state === 'paid out'
    ? `${text} came back.`
    : `${text} can be taken out from ${availableAt?.toISOString()}. Run labroom withdraw then.`;
}
