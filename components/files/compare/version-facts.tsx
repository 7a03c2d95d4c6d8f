import type { FileVersion } from '@labroom/client/download/download-ports';
import type { ReactNode } from 'react';
import { AccessBadge } from '#components/core/access/access-badge.tsx';
import { ByteSize } from '#components/ui/byte-size.tsx';
import { Fingerprint } from '#components/ui/fingerprint.tsx';
import { Table, TableHead } from '#components/ui/table.tsx';
import { contentSize } from '#lib/data-room/content-size.ts';

/** Hash, size, type and access of two versions. */
export function VersionFacts({ former, later }: { former: FileVersion; later: FileVersion }) {
  const rows: [string, (version: FileVersion) => ReactNode][] = [
    ['Hash', ({ contentHash }) => <Fingerprint value={contentHash} />],
    ['Size', (version) => <ByteSize bytes={contentSize(version)} />],
    ['Type', ({ contentType }) => contentType],
    ['Access', ({ accessLevel }) => <AccessBadge level={accessLevel} />],
  ];
  return (
    <Table caption="Both versions" scroller={{ tabIndex: 0 }}>
      <TableHead>
        <th scope="col">
          <span className="sr-only">Property</span>
        </th>
        <th scope="col" className="h-8 px-2 font-normal">
          Version {former.version}
        </th>
        <th scope="col" className="h-8 px-2 font-normal">
          Version {later.version}
        </th>
      </TableHead>
      <tbody>
        {rows.map(([name, show]) => (
          <tr key={name} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 font-normal whitespace-nowrap text-ink2">
              {name}
            </th>
            <td className="p-2 break-words">{show(former)}</td>
            <td className="p-2 break-words">{show(later)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
