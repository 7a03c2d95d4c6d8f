import type { Network } from '@labroom/contracts/networks';
import type { ReactNode } from 'react';
import { visibleName } from '#lib/names/visible-name.ts';
import { Columns } from '../ui/figures/columns.tsx';
import { Figure } from '../ui/figures/figure.tsx';
import { dateLabel, timeTicks, weekTicks } from '../ui/figures/scales.ts';
import { ShareStrip } from '../ui/figures/share-strip.tsx';
import { StepLine } from '../ui/figures/step-line.tsx';
import { Section } from '../ui/section.tsx';
import { holderParts, holderRows } from './holder-parts.ts';
import { HoldersTable } from './holders-table.tsx';
import { supplySteps } from './supply-steps.ts';
import type { Ledger, TokenLab } from './token-lab.ts';
import { drawnAmount, shownAmount, shownShare } from './token-units.ts';
import { TransfersTable } from './transfers-table.tsx';
import { columnOf, weeksUntil } from './week-columns.ts';

interface TokenLedgerProps {
  lab: TokenLab;
  ledger: Ledger;
  symbol: string;
  /** Address of the token. */
  token: string;
  network: Network;
  /** When the page is rendered. */
  now: Date;
  /** Shown beside the holders. */
  children: ReactNode;
}

/** Who holds the lab's token, and how supply and transfers went. */
export function TokenLedger({
  lab,
  ledger,
  symbol: givenSymbol,
  token,
  network,
  now,
  children,
}: TokenLedgerProps) {
  const symbol = visibleName(givenSymbol);
  const { supply, cap, cappedAt, holderCount, holders, indexedBlock, transferCount } = ledger;
  const steps = supplySteps(ledger, now);
  const weeks = weeksUntil(now, ledger.weeks);
  const moved = weeks.reduce((sum, { transfers }) => sum + transfers, 0);
  const [largest] = holders;
  return (
    <>
      <Figure
        number={1}
        title="Who holds it"
        unit={`share of ${shownAmount(supply)} ${symbol} at block ${indexedBlock.toLocaleString('en')}`}
        heading="h3"
        sentence={holdersSentence(lab, ledger)}
        table={{ columns: ['Holder', symbol, 'Share'], rows: holderRows(lab, ledger) }}
      >
        {largest && <ShareStrip parts={holderParts(lab, ledger)} />}
      </Figure>
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex min-w-0 flex-col gap-10">
          <Figure
            number={2}
            title="Supply"
            unit={`${symbol} in supply`}
            heading="h3"
            sentence={
              cap === null || cappedAt === null
                ? 'No cap: the controller of the lab can issue more.'
                : `Capped at ${shownAmount(cap)} ${symbol} on ${dateLabel(new Date(cappedAt))}. Nobody can issue more.`
            }
            table={{ columns: ['Date', 'Change', 'Supply'], rows: steps.rows }}
          >
            <StepLine
              points={steps.points}
              from={steps.from}
              to={steps.to}
              times={timeTicks(new Date(steps.from), new Date(steps.to), 6)}
              {...(cap !== null && { limit: { value: drawnAmount(cap), label: `cap ${shownAmount(cap)}` } })}
            />
          </Figure>
          {ledger.weeks.some(({ transfers }) => transfers > 0) && (
            <Figure
              number={3}
              title="Transfers"
              unit="transfers per week, without issuing and burning"
              heading="h3"
              sentence={
                moved === 0
                  ? 'No tokens were transferred in these weeks.'
                  : `${moved.toLocaleString('en')} ${moved === 1 ? 'transfer' : 'transfers'} in ${weeks.length} weeks.`
              }
              table={{
                columns: ['Week of', 'Transfers', symbol],
                rows: weeks.map(({ startsAt, transfers, transferred }) => [
                  dateLabel(new Date(startsAt)),
                  String(transfers),
                  shownAmount(transferred),
                ]),
              }}
            >
              <Columns
                columns={weeks.map(columnOf)}
                fills={['bar']}
                times={weekTicks(weeks.map(({ startsAt }) => Date.parse(startsAt)))}
              />
            </Figure>
          )}
          {children}
        </div>
        <Section title={`Holders (${holderCount.toLocaleString('en')})`}>
          <HoldersTable lab={lab} ledger={ledger} symbol={symbol} token={token} network={network} />
        </Section>
      </div>
      <Section
        title={`Newest transfers (${Math.min(transferCount, ledger.transfers.length)} of ${transferCount.toLocaleString('en')})`}
      >
        <TransfersTable lab={lab} ledger={ledger} symbol={symbol} network={network} />
      </Section>
    </>
  );
}

function holdersSentence(lab: TokenLab, { holders, holderCount }: Ledger): string {
  if (holderCount === 0) return 'Nobody holds any.';
  const account = holders.find(({ address }) => address === lab.account);
  const many = holderCount === 1 ? 'One address holds' : `${holderCount.toLocaleString('en')} addresses hold`;
  return account
    ? `${many} tokens, the account of the lab ${shownShare(account.share)} of them.`
    : `${many} tokens. The account of the lab holds none.`;
}
