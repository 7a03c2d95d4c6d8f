import { Lock, LockOpen } from 'lucide-react';
import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { visibleLine, visibleName } from '#lib/visible-name.ts';
import { changeOfAccess, staysPublic } from '../files/access/change-of-access.ts';
import { parentOf } from '../files/filing/moves.ts';
import { shortPath } from '../files/panel/short-path.ts';
import { AccessBadge } from '../marks/access-badge.tsx';
import { Person } from '../marks/person.tsx';
import { Badge } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { type ActivityNode, type FileEntry, recordedAt, subjectOf } from './activity-entry.ts';
import { activityKinds } from './activity-kinds.ts';
import { AnnouncementText } from './announcement-text.tsx';

type EntriesChange = Extract<ActivityNode, { change: unknown }>['change'];

interface ActivityRowProps {
  node: ActivityNode;
  /** `time` suits a list whose headings name the day. */
  timeStyle: 'relative' | 'time';
  /** Shows the lab of the entry. */
  withLab?: boolean;
}

/** Who did what to which file, and when. */
export function ActivityRow({ node, timeStyle, withLab = false }: ActivityRowProps) {
  const { icon: Icon, verb } = activityKinds[node.__typename];
  const { shortname } = node.lab;
  const author = subjectOf(node).changeBy;
  return (
    <li
      id={'announcement' in node ? node.announcement.id : undefined}
      className={classNames('flex gap-3 py-3 text-sm', timeStyle === 'relative' && 'max-sm:flex-wrap')}
    >
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink2" />
      {/* The gap keeps links far enough apart for touch. */}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-1">
          <Person value={author} />
          <span>{'change' in node && isRename(node.change) ? 'renamed' : verb}</span>
          {'announcement' in node ? (
            <span className="font-medium">{visibleName(node.announcement.headline)}</span>
          ) : 'change' in node ? (
            <ChangedEntries change={node.change} />
          ) : 'release' in node ? (
            <TextLink
              href={labPath(shortname, 'releases', [String(node.release.number)])}
              className="font-medium"
            >
              {visibleName(node.release.name)}
            </TextLink>
          ) : node.__typename === 'LabEventFileRemoved' ? (
            <span className="font-medium line-through" title={visibleName(node.entry.path)}>
              {shortPath(node.entry.path)}
            </span>
          ) : (
            <TextLink
              href={filePath(shortname, node.entry.path)}
              title={visibleName(node.entry.path)}
              className="font-medium"
            >
              {shortPath(node.entry.path)}
            </TextLink>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink2">
          {withLab && (
            <span className="max-w-full truncate">
              in{' '}
              <TextLink href={labPath(shortname)} title={labTitle(node.lab)}>
                {labTitle(node.lab)}
              </TextLink>
            </span>
          )}
          {'entry' in node && <FileFacts entry={node.entry} />}
          {'release' in node && (
            <span className="tabular">
              {node.release.fileCount === 1
                ? '1 file'
                : `${node.release.fileCount.toLocaleString('en')} files`}
            </span>
          )}
        </div>
        {'announcement' in node && (
          <AnnouncementText announcement={node.announcement} shortname={shortname} />
        )}
      </div>
      <Time
        value={recordedAt(node)}
        style={timeStyle}
        className={classNames(
          'shrink-0 text-ink2',
          // On narrow screens a relative time gets its own line, because it would take half the width.
          timeStyle === 'relative' && 'max-sm:-mt-2 max-sm:w-full max-sm:pl-7',
        )}
      />
    </li>
  );
}

/** One entry that stays in its folder. */
function isRename({ entries, entryCount }: EntriesChange): boolean {
  const [only] = entries;
  return entryCount === 1 && !!only?.from && !!only.to && parentOf(only.from) === parentOf(only.to);
}

function ChangedEntries({ change }: { change: EntriesChange }) {
  const [first] = change.entries;
  const others = change.entryCount - 1;
  return (
    <span className="font-medium" title={first && [first.from, first.to].filter(Boolean).join(' → ')}>
      {[first?.from, first?.to].flatMap((path) => (path ? shortPath(path) : [])).join(' → ')}
      {others > 0 && ` and ${others} more`}
    </span>
  );
}

function FileFacts({ entry }: { entry: FileEntry }) {
  return (
    <>
      <span className="tabular">Version {entry.version}</span>
      <AccessChange entry={entry} />
      {entry.accessLevel !== 'PUBLIC' && <AccessBadge level={entry.accessLevel} />}
      {becomesSecret(entry) && !!entry.publicVersions?.length && (
        <span>{staysPublic(entry.publicVersions)}</span>
      )}
      {entry.changeNote && <span className="line-clamp-2 text-ink">{visibleLine(entry.changeNote)}</span>}
      {entry.description && <span className="line-clamp-1">{visibleLine(entry.description)}</span>}
    </>
  );
}

const becomesSecret = (entry: FileEntry) => accessChange(entry) === 'becomesSecret';

function accessChange({ accessLevel, previousAccessLevel }: FileEntry) {
  return previousAccessLevel === null ? null : changeOfAccess(previousAccessLevel, accessLevel);
}

/** Marks a change from encrypted to public or the reverse. */
function AccessChange({ entry }: { entry: FileEntry }) {
  const change = accessChange(entry);
  if (!change) return null;
  return change === 'becomesPublic' ? (
    <Badge tone="bad" icon={<LockOpen aria-hidden />}>
      Encrypted to public
    </Badge>
  ) : (
    <Badge tone="acc" icon={<Lock aria-hidden />}>
      Public to encrypted
    </Badge>
  );
}
