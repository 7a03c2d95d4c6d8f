import type { Network } from '@labroom/contracts/networks';
import { hexToString, isHex } from 'viem';
import { labPath } from '#lib/api/lab-reference.ts';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Person } from '../core/people/person.tsx';
import { Address } from '../ui/address.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { shortHex } from '../ui/short-hex.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { readableAmount } from './amount.ts';
import type { ArgumentKind } from './describe-argument.ts';
import { knownAddress } from './known-address.ts';

/** Token data needed to format the amounts of an event. */
export interface TokenOfEvent {
  /** `null` if unknown: the amount is then shown in smallest units. */
  decimals: number | null;
  symbol: string | undefined;
}

interface ArgumentValueProps {
  kind: ArgumentKind;
  value: unknown;
  network: Network;
  token: TokenOfEvent;
}

/** Subject kinds of a DID in the registry. */
const subjects: Readonly<Record<string, string>> = { account: 'Lab', dataRoom: 'Data room' };
const roles: Readonly<Record<string, string>> = { 1: 'Viewer', 2: 'Contributor' };

/** A decoded argument in readable form. The exact value can be copied or is shown on hover. */
export function ArgumentValue({ kind, value, network, token }: ArgumentValueProps) {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  switch (kind) {
    case 'address': {
      const name = knownAddress(network, text);
      const href = explorerLink(network, 'address', text);
      return name ? <Address value={text} label={name} href={href} /> : <Person value={text} />;
    }
    case 'hex':
      return <Address value={text} />;
    case 'did':
      return (
        <Address value={text} label={text.length > 20 ? `${text.slice(0, 12)}…${text.slice(-4)}` : text} />
      );
    case 'oclId':
      return <Lab oclId={text} />;
    case 'word':
      return <span title={text}>{wordIn(text)}</span>;
    case 'lab':
      return `#${text}`;
    case 'role':
      return roles[text] ?? text;
    case 'moment':
      return <Moment seconds={text} />;
    case 'yesOrNo':
      return value ? 'Yes' : 'No';
    case 'tokens':
      return <Amount units={text} decimals={token.decimals} unit={token.symbol} />;
    case 'ether':
      return <Amount units={text} decimals={18} unit="ETH" />;
    case 'agreement':
      return (
        <TextLink href={`/agreements/${text.split('/').map(encodeURIComponent).join('/')}`}>
          Read the agreement
        </TextLink>
      );
    case 'text':
      return <span className="line-clamp-3">{text}</span>;
  }
}

/** Links to the lab by id and shows its number. The page resolves the id if the lab is registered. */
function Lab({ oclId }: { oclId: string }) {
  const number = /^0x0101([0-9a-f]{20})[0-9a-f]{40}$/.exec(oclId)?.[1];
  return (
    <span className="inline-flex items-center gap-1">
      <TextLink href={labPath(oclId)} title={oclId}>
        {number ? `#${BigInt(`0x${number}`)}` : shortHex(oclId)}
      </TextLink>
      <CopyButton text={oclId} label={`Copy ${shortHex(oclId)}`} />
    </span>
  );
}

function Moment({ seconds }: { seconds: string }) {
  if (seconds === '0') return 'No end';
  const at = Number(seconds) * 1000;
  // A role may be granted until a time beyond the range of `Date`.
  return at <= 8.64e15 ? <Time value={new Date(at).toISOString()} style="date" /> : 'No expiry';
}

function Amount({
  units,
  decimals,
  unit = '',
}: {
  units: string;
  decimals: number | null;
  unit?: string | undefined;
}) {
  const amount = readableAmount(units, decimals ?? 0);
  if (!amount) return units;
  const name = decimals === null ? `base units${unit && ` of ${unit}`}` : unit;
  return (
    <span className="tabular" title={`${amount.exact} ${name}`.trim()}>
      {amount.short} {name}
    </span>
  );
}

/** The text stored in 32 bytes, or the bytes themselves if they hold no text. */
function wordIn(bytes: string): string {
  if (!isHex(bytes)) return bytes;
  const word = hexToString(bytes).replace(/(?<!\0)\0+$/, '');
  return /^[\w .-]+$/.test(word) ? (subjects[word] ?? word) : bytes;
}
