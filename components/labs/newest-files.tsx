import { filePath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import type { FileEntry } from '../core/activity/activity-entry.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

export function NewestFiles({ files, shortname }: { files: readonly FileEntry[]; shortname: string }) {
  return (
    <ul className="divide-y divide-line border-b border-line text-sm">
      {files.map((file) => (
        <li
          key={file.ref}
          className="relative flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3"
        >
          <TextLink
            href={filePath(shortname, file.path)}
            title={visibleName(file.path)}
            className="min-w-0 flex-1 basis-64 font-medium touch:after:absolute touch:after:inset-0"
          >
            {shortPath(file.path)}
          </TextLink>
          <span className="flex items-center gap-4 text-ink2">
            <AccessBadge level={file.accessLevel} publicVersions={file.publicVersions} />
            <Time value={file.systemTime} style="date" />
          </span>
        </li>
      ))}
    </ul>
  );
}
