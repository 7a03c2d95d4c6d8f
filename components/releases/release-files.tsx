import { accessLevelName } from '@labroom/protocol/access-level';
import type { ManifestFile } from '@labroom/protocol/release-manifest';
import { Name } from '#components/ui/name.tsx';
import { filePath } from '#lib/api/lab-reference.ts';
import { contentSize } from '#lib/data-room/content-size.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import type { ComparedFile } from '#lib/releases/room-changes.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { ByteSize } from '../ui/byte-size.tsx';
import { Table, TableHead } from '../ui/table.tsx';
import { TextLink } from '../ui/text-link.tsx';

interface ReleaseFilesProps {
  files: readonly ManifestFile[];
  /** The files of the data room now, by DID. */
  present: ReadonlyMap<string, ComparedFile>;
  shortname: string;
}

/** Files of a release, and what became of each. */
export function ReleaseFiles({ files, present, shortname }: ReleaseFilesProps) {
  return (
    <Table caption="Files of the release" scroller={{ tabIndex: 0 }}>
      <TableHead names={['Path', 'Version', 'Access', 'Size', 'Now']} />
      <tbody>
        {files.map((file) => {
          const now = present.get(file.did);
          return (
            <tr key={file.did} className="border-b border-line align-top [&>td]:p-2">
              <td className="min-w-48 break-words first:pl-0">
                {now ? (
                  <TextLink href={filePath(shortname, now.path, file.version)}>
                    <Name>{file.path}</Name>
                  </TextLink>
                ) : (
                  <Name>{file.path}</Name>
                )}
              </td>
              <td className="tabular">{file.version}</td>
              <td className="whitespace-nowrap">
                <AccessBadge level={file.accessLevel} />
              </td>
              <td className="tabular whitespace-nowrap">
                <ByteSize bytes={contentSize(file)} />
              </td>
              <td className="min-w-40 text-ink2 last:pr-0">{stateOf(file, now)}</td>
            </tr>
          );
        })}
      </tbody>
    </Table>
  );
}

function stateOf(file: ManifestFile, now: ComparedFile | undefined): string {
  if (!now) return 'Not in the data room';
  const sentences = [
    now.path !== file.path && `At ${visibleName(now.path)}`,
    now.version !== file.version && `Version ${now.version}`,
    now.accessLevel !== file.accessLevel && accessLevelName(now.accessLevel),
    now.version === file.version && now.contentHash !== file.contentHash && 'Encrypted anew',
  ].filter(Boolean);
  return sentences.join(', ') || 'The same';
}
