import { accessLevelName } from '@labroom/protocol/access-level';
import type { ReactNode } from 'react';
import { Name } from '#components/ui/name.tsx';
import { filePath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { kindsOf, type RoomChange } from '#lib/releases/room-changes.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface RoomChangesProps {
  changes: readonly RoomChange[];
  /** Paths of the files that are in the data room now, by DID. */
  present: ReadonlyMap<string, string>;
  shortname: string;
}

/** What changed about each file, with a link that compares its versions. */
export function RoomChanges({ changes, present, shortname }: RoomChangesProps) {
  return (
    <Table caption="What changed" scroller={{ tabIndex: 0 }}>
      <TableHead names={['File', 'Change', 'Access', 'Versions']} />
      <tbody>
        {changes.map((change) => {
          const shown = change.later ?? change.former;
          if (!shown) return null;
          const path = present.get(change.did);
          const name = <Name>{shown.path}</Name>;
          return (
            <tr key={change.did} className="border-b border-line align-top [&>td]:p-2">
              <td className="min-w-48 break-words first:pl-0">
                {path ? <TextLink href={filePath(shortname, path, shown.version)}>{name}</TextLink> : name}
              </td>
              <td className="min-w-40">{describe(change)}</td>
              <td className="whitespace-nowrap">
                <AccessBadge level={shown.accessLevel} />
              </td>
              <td className="tabular whitespace-nowrap last:pr-0">{versionsOf(change, path, shortname)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function describe(change: RoomChange): string {
  const { former, later } = change;
  const words = {
    added: 'Added',
    removed: 'No longer there',
    changed: 'New version',
    moved: `Moved from ${visibleName(former?.path ?? '')}`,
    access: `Was ${accessLevelName(former?.accessLevel ?? '')}, is ${accessLevelName(later?.accessLevel ?? '')}`,
    encrypted: 'Encrypted anew',
  };
  return kindsOf(change)
    .map((kind) => words[kind])
    .join('. ');
}

function versionsOf({ former, later }: RoomChange, path: string | undefined, shortname: string): ReactNode {
  if (!former || !later || former.version === later.version) return (later ?? former)?.version;
  const numbers = `${former.version} → ${later.version}`;
  if (!path) return numbers;
  const href = `${filePath(shortname, path)}&compare=${former.version}-${later.version}`;
  return (
    <>
      {numbers} <TextLink href={href}>Compare</TextLink>
    </>
  );
}
