import { formatAmount, parseAmount } from '@labroom/protocol/token-amount';
import { checkAddress } from '../wallet/check-address.ts';

type Address = `0x${string}`;

/** One recipient of a distribution. */
export interface DistributionRow {
  /** Line of the text, from 1. */
  line: number;
  to: Address;
  /** In the smallest unit, above 0. */
  amount: bigint;
}

interface Distribution {
  rows: DistributionRow[];
  /** Sum of all rows. */
  total: bigint;
  /** What must be corrected, in the order of the lines. `line` is `null` for the whole list. */
  problems: { line: number | null; sentence: string }[];
}

interface DistributionRules {
  decimals: number;
  /** Balance of the sender, in the smallest unit. */
  balance: bigint;
  /** Address of the token. Tokens sent there are lost. */
  token: string;
  sender: string;
}

/** Most recipients of one transaction, which must fit into a block. */
export const maxRecipients = 200;

/**
 * Parses a list of recipients: per line an address and an amount, separated by a comma, a semicolon, a tab or spaces. A
 * first line without an address is a heading. Every line is checked; nothing may be sent while there are problems.
 */
export function parseDistribution(text: string, rules: DistributionRules): Distribution {
  const rows: DistributionRow[] = [];
  const problems: Distribution['problems'] = [];
  const lineOf = new Map<string, number>();
  let isFirst = true;
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const content = raw.replaceAll('"', '').trim();
    if (content === '') continue;
    const isHeading = isFirst && !/^0x/i.test(content) && !/\d/.test(content);
    isFirst = false;
    if (isHeading) continue;
    const line = index + 1;
    const row = parseRow(content, rules);
    if ('error' in row) {
      problems.push({ line, sentence: row.error });
      continue;
    }
    const before = lineOf.get(row.to);
    if (before !== undefined) {
      problems.push({ line, sentence: `Same address as in line ${before}. Put the amounts into one line.` });
      continue;
    }
    lineOf.set(row.to, line);
    rows.push({ line, ...row });
  }
  const total = rows.reduce((sum, { amount }) => sum + amount, 0n);
  if (rows.length === 0 && problems.length === 0)
    problems.push({ line: null, sentence: 'Enter at least one address and amount.' });
  if (rows.length > maxRecipients)
    problems.push({ line: null, sentence: `At most ${maxRecipients} addresses fit into one transaction.` });
  if (total > rules.balance) {
    const [sum, held] = [total, rules.balance].map((amount) => formatAmount(amount, rules.decimals));
    problems.push({ line: null, sentence: `The sum is ${sum}, but the sender holds ${held}.` });
  }
  return { rows, total, problems };
}

function parseRow(
  content: string,
  { decimals, token, sender }: DistributionRules,
): Omit<DistributionRow, 'line'> | { error: string } {
  const [first = content] = /^\S[^\s,;]*(?=[\s,;])/.exec(content) ?? [];
  const rest = content.slice(first.length).replace(/^(?:\s*[,;\t]\s*|\s+)/, '');
  const to = checkRecipient(first, token, sender);
  if (typeof to !== 'string') return to;
  if (rest === '') return { error: 'The amount is missing.' };
  const amount = parseAmount(rest, decimals);
  if (typeof amount !== 'bigint') return amount;
  return amount === 0n ? { error: 'Enter an amount above 0.' } : { to, amount };
}

/** Checks the address that gets tokens. */
export function checkRecipient(text: string, token: string, sender: string): Address | { error: string } {
  const to = checkAddress(text);
  if (typeof to !== 'string') return to;
  if (to.toLowerCase() === token.toLowerCase())
    return { error: 'This is the address of the token itself. Tokens sent there are lost.' };
  if (to.toLowerCase() === sender.toLowerCase()) return { error: 'This is the sender.' };
  return to;
}
