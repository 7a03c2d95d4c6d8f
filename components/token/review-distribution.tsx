'use client';
import { encodeFunctionData } from 'viem';
import { usePublicConfig } from '#lib/public-config.tsx';
import type { DistributionRow } from '#lib/tokenize/distribution.ts';
import { tryTransaction } from '#lib/tokenize/dry-run.ts';
import type { Sender } from '#lib/tokenize/read-senders.ts';
import { formatAmount } from '#lib/tokenize/token-amount.ts';
import { chainClient } from '#lib/wallet/chain.ts';
import { distributeTokens } from '#lib/wallet/transactions/distribute-tokens.ts';
import { useWallet, walletRuntime } from '#lib/wallet/wallet-store.ts';
import { FailureNotice } from '../tokenize/failure-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { TransactionSummary } from '../wallet/transaction-summary.tsx';
import type { TokenOfPage } from './token-of-page.ts';
import { TransferOutcome } from './transfer-outcome.tsx';
import { useTransfer } from './use-transfer.ts';

interface ReviewDistributionProps {
  page: TokenOfPage;
  token: { address: `0x${string}`; symbol: string; decimals: number };
  sender: Sender;
  rows: readonly DistributionRow[];
  total: bigint;
  onBack: () => void;
  onClose: () => void;
}

/** Shows every transfer and the sum, then opens the wallet. */
export function ReviewDistribution(props: ReviewDistributionProps) {
  const { page, token, sender, rows, total, onBack, onClose } = props;
  const config = usePublicConfig();
  const wallet = useWallet();
  const { describe, calls } = distributeTokens({ token, sender, rows });
  const { sending, waiting } = useTransfer(page, {
    async send() {
      if (wallet.status !== 'connected') throw new Error('The wallet is not connected.');
      // Each transfer alone. That they succeed together follows from the sum, which is at most the balance.
      for (const call of calls.slice(0, 3))
        await tryTransaction(chainClient(config), { describe, request: call }, wallet.address);
      const list = calls.map(({ address, abi, functionName, args }) => ({
        address,
        data: encodeFunctionData({ abi, functionName, args }),
        value: 0n,
      }));
      return (await walletRuntime()).sendBatch(list);
    },
    mined: async (id) => (await walletRuntime()).batchMined(id),
  });
  if (sending.result) {
    return (
      <TransferOutcome
        done={`${formatAmount(total, token.decimals)} ${token.symbol} went to ${rows.length} ${rows.length === 1 ? 'address' : 'addresses'}.`}
        hash={waiting.result}
        failure={waiting.failure}
        onCheckAgain={() => void waiting.run(sending.result ?? '')}
        onClose={onClose}
      />
    );
  }
  return (
    <div className="flex flex-col items-start gap-4">
      <div className="w-full">
        <TransactionSummary {...describe} />
      </div>
      <Table
        caption="Transfers"
        className="tabular"
        scroller={{ className: 'max-h-64 w-full', tabIndex: 0, role: 'region', 'aria-label': 'Transfers' }}
      >
        <TableHead>
          <HeaderCell>Line</HeaderCell>
          <HeaderCell>To</HeaderCell>
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
      <FailureNotice failure={sending.failure} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={sending.isRunning} onClick={() => sending.run()}>
          {sending.isRunning
            ? 'Check your wallet'
            : `Send to ${rows.length} ${rows.length === 1 ? 'address' : 'addresses'}`}
        </Button>
        <Button disabled={sending.isRunning} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}
