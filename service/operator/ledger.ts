import { isAddress } from 'viem';
import { type LedgerEntry, type LedgerFilter, readLedger } from '../gateway/ledger.ts';
import { paidCalls } from '../platform/db/tables/paid-calls.ts';
import { type Command, type Operation, UsageError } from './core/command.ts';
import { csvField } from './csv-field.ts';

const columns = [
  'createdAt',
  'endedAt',
  'state',
  'mutation',
  'requestId',
  'payer',
  'method',
  'nonce',
  'attempt',
  'network',
  'asset',
  'payTo',
  'amount',
  'upstreamStatus',
  'transaction',
  'reason',
] as const satisfies (keyof LedgerEntry)[];

const states = paidCalls.state.enumValues;

export const ledger: Command = {
  summary: 'lists paid calls as CSV with a header, or as JSON with one object per line',
  options: {
    format: { placeholder: 'csv|json', summary: 'csv by default' },
    since: { placeholder: 'date', summary: 'only calls since this time, ISO 8601' },
    state: { placeholder: 'state', summary: states.join(', ') },
    payer: { placeholder: 'address', summary: 'of this wallet' },
  },
  async run(operation) {
    const { format = 'csv' } = operation.options;
    if (format !== 'csv' && format !== 'json') throw new UsageError('--format: must be csv or json.');
    const filter = filterOf(operation);
    if (format === 'csv') operation.print(columns.join(','));
    for await (const entry of readLedger(operation.context.db, filter))
      operation.print(format === 'json' ? JSON.stringify(entry) : csvOf(entry));
    return true;
  },
};

/** @throws UsageError */
function filterOf({ options: { since, state, payer } }: Operation): LedgerFilter {
  const moment = typeof since === 'string' ? new Date(since) : undefined;
  if (moment && Number.isNaN(moment.getTime()))
    throw new UsageError('--since: must be a date, e.g. 2027-01-31.');
  const known = states.find((candidate) => candidate === state);
  if (state !== undefined && !known) throw new UsageError(`--state: must be one of ${states.join(', ')}.`);
  if (payer !== undefined && !isAddress(String(payer), { strict: false }))
    throw new UsageError('--payer: 0x and 40 hex digits.');
  return {
    since: moment,
    state: known,
    payer: payer === undefined ? undefined : String(payer).toLowerCase(),
  };
}

function csvOf(entry: LedgerEntry): string {
  return columns.map((column) => csvField(String(entry[column] ?? ''))).join(',');
}
