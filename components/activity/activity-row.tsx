import { Name } from '#components/ui/name.tsx';
import { discussionPath, filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { parentOf } from '#lib/data-room/moves.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleLine, visibleName } from '#lib/names/visible-name.ts';
import { AccessBadge } from '../core/access/access-badge.tsx';
import { staysPublic } from '../core/access/change-of-access.ts';
import { type ActivityNode, type FileEntry, recordedAt, subjectOf } from '../core/activity/activity-entry.ts';
import { activityKind } from '../core/activity/activity-kinds.ts';
import { AnnouncementText } from '../core/activity/announcement-text.tsx';
import { HiddenNotice } from '../core/moderation/hidden-notice.tsx';
import { Person } from '../core/people/person.tsx';
import { classNames } from '../ui/class-names.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';

type Discussion = Extract<ActivityNode, { discussion: unknown }>['discussion'];
type EntriesChange = Extract<ActivityNode, { change: unknown }>['change'];
type FileNode = Extract<ActivityNode, { entry: unknown }>;

interface ActivityRowProps {
  node: ActivityNode;
  /** `time` suits a list whose headings name the day. */
  timeStyle: 'datetime' | 'time';
  /** Shows the lab of the entry. */
  withLab?: boolean;
}

/** Who did what to which file, and when. */
export function ActivityRow({ node, timeStyle, withLab = false }: ActivityRowProps) {
  const { icon: Icon, verb, after } = activityKind(node);
  const { shortname } = node.lab;
  const author = subjectOf(node).changeBy;
  return (
    <li
      id={'announcement' in node ? node.announcement.id : undefined}
      className={classNames('flex gap-3 py-3 text-sm', timeStyle === 'datetime' && 'max-sm:flex-wrap')}
    >
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink2" />
      {/* The gap keeps links far enough apart for touch. */}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-1">
          <Person value={author} />
          <span>{'change' in node && isRename(node.change) ? 'renamed' : verb}</span>
          {'announcement' in node ? (
            <TextLink href={labPath(shortname, 'activity', [node.announcement.id])} className="font-medium">
              <Name>{node.announcement.headline}</Name>
            </TextLink>
          ) : 'change' in node ? (
            <ChangedEntries change={node.change} />
          ) : 'release' in node ? (
            <TextLink
              href={labPath(shortname, 'releases', [String(node.release.number)])}
              className="font-medium"
            >
              <Name>{node.release.name}</Name>
            </TextLink>
          ) : 'readiness' in node ? (
            <span className="font-medium">{levelChange(node.readiness)}</span>
          ) : 'todo' in node ? (
            <bdi className="min-w-0 font-medium break-words">
              {node.todo.text && visibleLine(node.todo.text)}
            </bdi>
          ) : 'discussion' in node ? (
            <DiscussionLink discussion={node.discussion} shortname={shortname} />
          ) : (
            <FileOfEntry node={node} className="font-medium" />
          )}
          {after && <span>{after}</span>}
        </p>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-ink2">
          {withLab && (
            <span className="max-w-full truncate">
              in{' '}
              <TextLink href={labPath(shortname)} title={labTitle(node.lab)}>
                <Name>{labTitle(node.lab)}</Name>
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
          <>
            {node.announcement.hidden && (
              <HiddenNotice hiding={node.announcement.hidden} what="This announcement" />
            )}
            <AnnouncementText announcement={node.announcement} shortname={shortname} />
          </>
        )}
      </div>
      <Time
        value={recordedAt(node)}
        style={timeStyle}
        className={classNames(
          'shrink-0 text-ink2',
          // On narrow screens a whole date gets its own line, because it would take half the width.
          timeStyle === 'datetime' && 'max-sm:-mt-2 max-sm:w-full max-sm:pl-7',
        )}
      />
    </li>
  );
}

function levelChange({ level, formerLevel }: { level: number | null; formerLevel: number | null }): string {
  const now = level === null ? 'no level' : `level ${level}`;
  return formerLevel === null || formerLevel === level ? now : `${now}, before level ${formerLevel}`;
}

/** The path of the file of an entry, with a link unless it was removed. */
export function FileOfEntry({ node, className }: { node: FileNode; className?: string }) {
  const { path } = node.entry;
  const names = { title: visibleName(path), children: <bdi>{shortPath(path)}</bdi> };
  if (node.__typename === 'LabEventFileRemoved')
    return <span {...names} className={classNames('line-through', className)} />;
  return <TextLink {...names} href={filePath(node.lab.shortname, path)} className={className} />;
}

function DiscussionLink({ discussion, shortname }: { discussion: Discussion; shortname: string }) {
  const { path, version, threadId } = discussion;
  const href = discussionPath(shortname, { path, threadId });
  if (path === null) return <TextLink href={href}>the lab</TextLink>;
  return (
    <>
      <TextLink href={href} title={visibleName(path)} className="font-medium">
        <bdi>{shortPath(path)}</bdi>
      </TextLink>
      <span className="tabular text-ink2">Version {version}</span>
    </>
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

export function FileFacts({ entry }: { entry: FileEntry }) {
  const { accessLevel, previousAccessLevel, publicVersions, version } = entry;
  return (
    <>
      <span className="tabular">Version {version}</span>
      {accessLevel !== 'PUBLIC' && <AccessBadge level={accessLevel} />}
      {previousAccessLevel === 'PUBLIC' && !!publicVersions?.length && (
        <span>{staysPublic(publicVersions)}</span>
      )}
      {entry.changeNote && <span className="line-clamp-2 text-ink">{visibleLine(entry.changeNote)}</span>}
      {entry.description && <span className="line-clamp-1">{visibleLine(entry.description)}</span>}
    </>
  );
}
