import { ChevronRight } from 'lucide-react';
import { Name } from '#components/ui/name.tsx';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { withParams } from '#lib/urls/search-params.ts';
import { type ActivityGroupNode, inLab, subjectOf } from '../core/activity/activity-entry.ts';
import { activityKind } from '../core/activity/activity-kinds.ts';
import { Person } from '../core/people/person.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { ActivityRow, FileFacts, FileOfEntry } from './activity-row.tsx';

interface GroupRowProps {
  group: ActivityGroupNode;
  /** Shows the lab of the group. */
  withLab: boolean;
}

/** Number of names that a closed group shows. */
const named = 2;

/** Changes that belong together as one row, which unfolds. A single change is a row of its own. */
export function GroupRow({ group, withLab }: GroupRowProps) {
  const { entryCount, lab, number, startedAt } = group;
  const entries = inLab(lab, group.entries);
  const [first] = entries;
  if (!first) return null;
  if (entryCount === 1 || !('entry' in first))
    return <ActivityRow node={first} timeStyle="time" withLab={withLab} />;
  const { icon: Icon, verb, after } = activityKind(first);
  const { shortname } = lab;
  const files = entries.flatMap((node) => ('entry' in node ? [node] : []));
  return (
    <li className="flex gap-3 py-3 text-sm">
      <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink2" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-1">
          <Person value={subjectOf(first).changeBy} />
          <span>{verb}</span>
          <span className="font-medium tabular">{whatOf(group, first.entry.path)}</span>
          {after && <span>{after}</span>}
        </p>
        {withLab && (
          <span className="max-w-full truncate text-ink2">
            in{' '}
            <TextLink href={labPath(shortname)} title={labTitle(lab)}>
              <Name>{labTitle(lab)}</Name>
            </TextLink>
          </span>
        )}
        <details className="group">
          <summary className="flex w-fit max-w-full list-none items-center gap-1 rounded text-ink2 hover:text-ink touch:min-h-10 [&::-webkit-details-marker]:hidden">
            <ChevronRight aria-hidden className="size-4 shrink-0 group-open:rotate-90" />
            <span className="min-w-0 truncate">{namesOf(group)}</span>
          </summary>
          <ul className="flex flex-col pt-1 pl-5">
            {files.map((node) => (
              <li
                key={`${node.entry.ref}:${node.entry.systemTime}`}
                className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-ink2 touch:min-h-10"
              >
                <FileOfEntry node={node} />
                <FileFacts entry={node.entry} />
              </li>
            ))}
            {entryCount > files.length && (
              <li className="flex min-h-8 items-center touch:min-h-10">
                <TextLink
                  href={withParams(labPath(shortname, 'activity'), { group: String(number) })}
                >{`All ${entryCount.toLocaleString('en')} changes`}</TextLink>
              </li>
            )}
          </ul>
        </details>
      </div>
      <Time value={startedAt} style="time" className="shrink-0 text-ink2" />
    </li>
  );
}

/** "240 files", or the file and how often it changed. */
function whatOf({ entryCount, fileCount }: ActivityGroupNode, path: string): string {
  return fileCount === 1
    ? `${shortPath(path)} ${entryCount} times`
    : `${fileCount.toLocaleString('en')} files`;
}

/** "a.csv, b.csv and 238 more". */
function namesOf({ entries, fileCount }: ActivityGroupNode): string {
  const paths = new Set(entries.flatMap((node) => ('entry' in node ? [node.entry.path] : [])));
  const shown = [...paths].slice(0, named).map((path) => shortPath(path, 40));
  const others = fileCount - shown.length;
  return shown.join(', ') + (others > 0 ? ` and ${others.toLocaleString('en')} more` : '');
}
