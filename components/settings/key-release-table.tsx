import type { KeyReleasesQuery } from '@labroom/client/documents';
import { shortPath } from '#lib/names/short-path.ts';
import { Person } from '../core/people/person.tsx';
import { Badge } from '../ui/badge.tsx';
import { Cell, HeaderCell, Row, Table, TableHead } from '../ui/table.tsx';
import { Time } from '../ui/time.tsx';

interface KeyReleaseTableProps {
  /** Newest first. */
  releases: KeyReleasesQuery['keyReleases']['nodes'];
  /** Shows who asked. */
  withWallet?: boolean;
}

/** Below 640 pixels each row is a block. */
const cell = 'max-sm:block max-sm:py-0.5';

/** Requests for data keys, with their results. */
export function KeyReleaseTable({ releases, withWallet = false }: KeyReleaseTableProps) {
  return (
    <Table
      caption="Key requests, newest first"
      className="max-sm:block [&_thead]:max-sm:sr-only [&_tbody]:max-sm:block"
    >
      <TableHead names={['When']}>
        {withWallet && <HeaderCell>Wallet</HeaderCell>}
        <HeaderCell>File</HeaderCell>
        <HeaderCell>Result</HeaderCell>
      </TableHead>
      <tbody>
        {releases.map((release) => (
          <Row key={release.requestId + release.did} className="max-sm:block max-sm:h-auto max-sm:py-2">
            <Cell className={`whitespace-nowrap ${cell}`}>
              <Time value={release.at} />
            </Cell>
            {withWallet && (
              <Cell className={cell}>
                <Person value={release.wallet} />
              </Cell>
            )}
            <Cell className={`break-words ${cell}`}>
              <span title={release.path ?? release.did}>{shortPath(release.path ?? release.did)}</span>{' '}
              <span className="text-ink2">v{release.version}</span>
            </Cell>
            <Cell className={cell}>
              <Badge tone={release.outcome === 'RELEASED' ? 'good' : 'warn'}>
                {release.outcome === 'RELEASED' ? 'Opened' : 'Refused'}
              </Badge>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
