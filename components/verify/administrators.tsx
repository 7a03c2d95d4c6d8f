import type { Administration, Network } from '@labroom/contracts/networks';
import { explorerLink } from '#lib/wallet/explorer.ts';
import { Address } from '../ui/address.tsx';
import { Cell, Row, Table, TableHead } from '../ui/table.tsx';

/** Who may do what with the contracts, and after which delay (docs/specification/contracts.md). */
export function Administrators({ network }: { network: Network }) {
  const { administration, chainId } = network;
  if (!administration)
    return (
      <p className="max-w-prose">
        {chainId === 31337
          ? 'The contracts of the local chain belong to a publicly known key, so anyone may administer them.'
          : 'The owners of these contracts are not known here. They may upgrade access control without a delay, and decide who can open files.'}
      </p>
    );
  return (
    <Table caption="Administrators of the contracts">
      <TableHead names={['Who', 'What they can do', 'Delay']} />
      <tbody>
        {rowsOf(administration).map(({ who, address, can, delay }) => (
          <Row key={who}>
            <Cell>
              <span className="block">{who}</span>
              {address && <Address value={address} href={explorerLink(network, 'address', address)} />}
            </Cell>
            <Cell>{can}</Cell>
            <Cell>{delay}</Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}

function rowsOf({ safe, timelock, delaySeconds, guardian }: Administration) {
  const delay = hours(delaySeconds);
  return [
    { who: 'Safe', address: safe, can: 'Proposes, executes and cancels what the timelock does', delay },
    {
      who: 'Timelock',
      address: timelock,
      can: 'Upgrades access control, token rules and DID registry; grants and revokes roles of any lab; sets the mint fee and withdraws fees; sets where wallets read names and pictures; replaces attesters, relayer and guardian; ends DID links; changes its own delay',
      delay,
    },
    {
      who: 'Guardian',
      address: guardian,
      can: guardian
        ? 'Pauses new tokens, grants of roles, entries of access lists and links of DIDs, for 7 days in 30; the timelock can end a pause earlier'
        : 'Nobody has this role',
      delay: guardian ? 'None' : '–',
    },
    {
      who: 'Relayer and two attesters',
      address: null,
      can: 'Link DIDs to a lab, all three together, with a signature of the data room; the relayer alone can only withhold links',
      delay: 'None',
    },
    {
      who: 'All of them',
      address: null,
      can: 'Cannot move a lab, act for its account, or issue or cap its tokens: only the holder of the lab can. Nobody can upgrade labs, accounts or tokens',
      delay: '–',
    },
  ];
}

/** A delay as text, e.g. "48 hours". */
function hours(seconds: number): string {
  if (seconds === 0) return 'None';
  return seconds % 3600 === 0 ? `${seconds / 3600} hours` : `${seconds} seconds`;
}
