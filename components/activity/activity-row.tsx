import { FilePen, FilePlus, FileX, Megaphone } from 'lucide-react';
import { filePath } from '../../lib/api/lab-reference.ts';
import { AccessBadge } from '../files/access-badge.tsx';
import { shortPath } from '../files/short-path.ts';
import { plainText } from '../labs/plain-text.ts';
import { Address } from '../ui/address.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { type ActivityNode, recordedAt } from './activity-entry.ts';

const kinds = {
  LabEventFileAdded: { icon: FilePlus, verb: 'added' },
  LabEventFileUpdated: { icon: FilePen, verb: 'changed' },
  LabEventFileRemoved: { icon: FileX, verb: 'removed' },
  LabEventAnnouncement: { icon: Megaphone, verb: 'announced' },
} as const;

interface ActivityRowProps {
  node: ActivityNode;
  shortname: string;
  /** Under a heading that names the day, the hour is enough. */
  timeStyle: 'relative' | 'time';
}

/** Who did what to which file, and when. */
export function ActivityRow({ node, shortname, timeStyle }: ActivityRowProps) {
  const { icon: Icon, verb } = kinds[node.__typename];
  const author = 'entry' in node ? node.entry.changeBy : node.announcement.changeBy;
  return (
    <li className="flex gap-3 py-3 text-sm">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1">
          <Address value={author} />
          <span>{verb}</span>
          {'entry' in node ? (
            node.__typename === 'LabEventFileRemoved' ? (
              <span className="font-medium line-through" title={node.entry.path}>
                {shortPath(node.entry.path)}
              </span>
            ) : (
              <TextLink
                href={filePath(shortname, node.entry.path)}
                title={node.entry.path}
                className="font-medium"
              >
                {shortPath(node.entry.path)}
              </TextLink>
            )
          ) : (
            <span className="font-medium">{node.announcement.headline}</span>
          )}
        </p>
        {'entry' in node ? (
          <div className="flex flex-wrap items-center gap-2 text-muted">
            <span className="tabular">Version {node.entry.version}</span>
            {node.entry.accessLevel !== 'PUBLIC' && <AccessBadge level={node.entry.accessLevel} />}
            {node.entry.description && <span className="line-clamp-1">{node.entry.description}</span>}
          </div>
        ) : (
          <p className="line-clamp-3 text-muted">{plainText(node.announcement.body)}</p>
        )}
      </div>
      <Time value={recordedAt(node)} style={timeStyle} className="shrink-0 text-muted" />
    </li>
  );
}
