import { formatUnits } from 'viem';
import { csvOf } from './csv.ts';
import type { StablecoinOfNetwork } from './token-text.ts';

/** A call that a wallet paid for, as `paidCalls` lists it. */
export interface ListedPayment {
  id: string;
  mutation: string | null;
  journey: readonly string[] | null;
  oclId: string | null;
  lab: { shortname: string; name: string | null } | null;
  createdAt: string;
  amount: string;
  asset: string;
  network: string;
  state: string;
  reason: string | null;
  transaction: string | null;
  requestId: string;
  errorCode: string | null;
  provesIntent: boolean;
}

/** The first line of a list of payments as CSV. */
export const paidCallsHeader = csvOf([
  [
    ...['time', 'call', 'lab', 'lab_name', 'state', 'amount', 'unit', 'network', 'transaction'],
    ...['reason', 'error', 'names_its_call', 'request_id', 'id'],
  ],
]);

/** Payments as lines of CSV. Amounts are in whole tokens; of a token that is not that of the network in its smallest unit. */
export function paidCallsCsv(calls: readonly ListedPayment[], network: StablecoinOfNetwork): string {
  return csvOf(
    calls.map((call) => {
      const isKnown = call.asset.toLowerCase() === network.contracts.usdc.toLowerCase();
      const amount = isKnown ? formatUnits(BigInt(call.amount), network.stablecoin.decimals) : call.amount;
      return [
        ...[call.createdAt, callText(call), call.oclId, call.lab?.name ?? call.lab?.shortname ?? null],
        ...[call.state, amount, isKnown ? 'USDC' : call.asset, call.network, call.transaction],
        ...[call.reason, call.errorCode, String(call.provesIntent), call.requestId, call.id],
      ];
    }),
  );
}

/** What was bought, e.g. `createLab`, or `journey: createLab, createAnnouncement`. */
export const callText = ({ mutation, journey }: Pick<ListedPayment, 'mutation' | 'journey'>): string =>
  mutation ?? `journey: ${(journey ?? []).join(', ')}`;
