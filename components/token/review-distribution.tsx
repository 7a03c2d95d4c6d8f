'use client';
import { formatAmount } from '@labroom/protocol/token-amount';
import { encodeFunctionData } from 'viem';
import { usePublicConfig } from '#lib/config/public-config.tsx';
import type { DistributionRow } from '#lib/tokenize/distribution.ts';
import { tryTransaction } from '#lib/tokenize/dry-run.ts';
import type { Sender } from '#lib/tokenize/read-senders.ts';
import type { SentTransfer } from '#lib/tokenize/unconfirmed-transfer.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { distributeTokens } from '#lib/wallet/transactions/distribute-tokens.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { ReviewTransfer } from './review-transfer.tsx';

/** Transfers whose simulations run at the same time. */
const SIMULATED_TOGETHER = 10;

interface ReviewDistributionProps {
  token: { address: `0x${string}`; symbol: string; decimals: number };
  sender: Sender;
  rows: readonly DistributionRow[];
  total: bigint;
  onSent: (sent: SentTransfer) => void;
  onBack: () => void;
}

/** Shows every transfer and the sum, then opens the wallet. */
export function ReviewDistribution(props: ReviewDistributionProps) {
  const { token, sender, rows, total, onSent, onBack } = props;
  const config = usePublicConfig();
  const wallet = useWallet();
  const { describe, calls } = distributeTokens({ token, sender, rows });
  const many = `${rows.length} ${rows.length === 1 ? 'address' : 'addresses'}`;
  async function send(onWallet: (isAsked: boolean) => void): Promise<SentTransfer> {
    onWallet(true);
    if (wallet.status !== 'connected') throw new Error('The wallet is not connected.');
    // Each transfer alone, because a token may refuse an address. That they succeed together follows from the sum, which
    // is at most the balance.
    for (let at = 0; at < calls.length; at += SIMULATED_TOGETHER) {
      const part = calls.slice(at, at + SIMULATED_TOGETHER);
      await Promise.all(
        part.map((request) => tryTransaction(chainClient(config), { describe, request }, wallet.address)),
      );
    }
    const list = calls.map(({ address, abi, functionName, args }) => ({
      address,
      data: encodeFunctionData({ abi, functionName, args }),
      value: 0n,
    }));
    const id = await (await walletRuntime()).sendBatch(list);
    const done = `${formatAmount(total, token.decimals)} ${token.symbol} went to ${many}.`;
    return { id, isBatch: true, done };
  }
  return (
    <ReviewTransfer
      describe={describe}
      action={`Send to ${many}`}
      send={send}
      onSent={onSent}
      onBack={onBack}
    >
      <Table
        caption="Transfers"
        className="tabular"
        scroller={{ className: 'max-h-64 w-full', tabIndex: 0, role: 'region', 'aria-label': 'Transfers' }}
      >
        <TableHead names={['Line', 'To']}>
          <HeaderCell className="text-right">{token.symbol}</HeaderCell>
        </TableHead>
        <tbody>
          {rows.map(({ line, to, amount }) => (
            <Row key={to}>
              <Cell className="text-ink2">{line}</Cell>
              <Cell className="font-mono text-xs break-all">{to}</Cell>
              <Cell className="text-right">{formatAmount(amount, token.decimals)}</Cell>
            </Row>
          ))}
        </tbody>
      </Table>
    </ReviewTransfer>
  );
}
