'use client';
import type { PaidCallFieldsFragment } from '@labroom/client/documents';
import { callText } from '@labroom/protocol/paid-call-csv';
import { tokenText } from '@labroom/protocol/token-text';
import { Name } from '#components/ui/name.tsx';
import { useNetwork } from '#lib/config/public-config.tsx';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Badge } from '../ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

type PaidCall = PaidCallFieldsFragment;

/** Below 640 pixels a row is two or three lines: the call and its price, then the rest. */
const cell = 'max-sm:block max-sm:order-3 max-sm:p-0';

const states = {
  SETTLED: { tone: 'good', text: 'Charged' },
  PENDING: { tone: 'warn', text: 'Pending' },
  NOT_CHARGED: { tone: 'neutral', text: 'Not charged' },
  UNDETERMINED: { tone: 'bad', text: 'Unknown' },
} as const;

export function PaidCallTable({ calls }: { calls: readonly PaidCall[] }) {
  const network = useNetwork();
  return (
    <Table
      caption="Paid calls, newest first"
      className="max-sm:block [&_tbody]:max-sm:block [&_thead]:max-sm:sr-only"
    >
      <TableHead names={['When', 'Call', 'Lab']}>
        <HeaderCell className="text-right">Price</HeaderCell>
        <HeaderCell>Charged</HeaderCell>
        <HeaderCell>Transaction</HeaderCell>
      </TableHead>
      <tbody>
        {calls.map((call) => (
          <Row
            key={call.id}
            className="max-sm:flex max-sm:h-auto max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:gap-y-1 max-sm:py-2"
          >
            <Cell className={`whitespace-nowrap ${cell}`}>
              <Time value={call.createdAt} />
            </Cell>
            <Cell className="max-sm:order-1 max-sm:block max-sm:basis-3/5 max-sm:grow max-sm:p-0">
              <code className="font-mono wrap-anywhere">{callText(call)}</code>
              {call.errorCode && <span className="block text-xs text-bad">Answered {call.errorCode}</span>}
            </Cell>
            <Cell className={cell}>
              <LabOf call={call} />
            </Cell>
            <Cell className="tabular whitespace-nowrap text-right max-sm:order-2 max-sm:block max-sm:p-0">
              {tokenText(network, call)}
            </Cell>
            <Cell className={cell}>
              <Badge tone={states[call.state].tone}>{states[call.state].text}</Badge>
              {call.reason && <span className="block text-xs break-all text-ink2">{call.reason}</span>}
              {!call.provesIntent && <span className="block text-xs text-ink2">names no call</span>}
            </Cell>
            <Cell className={cell}>
              {call.transaction ? (
                <Address value={call.transaction} href={explorerLink(network, 'tx', call.transaction)} />
              ) : (
                <span className="text-ink2">No transaction</span>
              )}
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function LabOf({ call: { lab, oclId } }: { call: PaidCall }) {
  if (lab)
    return (
      <TextLink href={`/labs/${lab.shortname}`}>
        <Name>{lab.name ?? lab.shortname}</Name>
      </TextLink>
    );
  return oclId ? <Address value={oclId} /> : <span className="text-ink2">No lab</span>;
}
