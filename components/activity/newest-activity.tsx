import { filePath, labPath, labTitle } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/visible-name.ts';
import { TextLink } from '../ui/text-link.tsx';
import { Time } from '../ui/time.tsx';
import { type ActivityNode, activityKey, recordedAt } from './activity-entry.ts';
import { activityKinds } from './activity-kinds.ts';

/** Latest activity of all labs, one or two lines each. */
export function NewestActivity({ nodes }: { nodes: readonly ActivityNode[] }) {
  return (
    <ol className="divide-y divide-line rounded border border-line bg-sheet px-4 text-sm">
      {nodes.map((node) => {
        const { icon: Icon, label } = activityKinds[node.__typename];
        const subject = visibleName('entry' in node ? node.entry.path : node.announcement.headline);
        return (
          <li key={activityKey(node)} className="relative flex gap-3 py-3">
            <Icon aria-hidden className="mt-1 size-4 shrink-0 text-ink2" />
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium" title={subject}>
                <span className="sr-only">{label}: </span>
                {node.__typename === 'LabEventFileRemoved' ? (
                  <span className="line-through">{subject}</span>
                ) : (
                  <TextLink
                    className="touch:after:absolute touch:after:inset-0"
                    href={
                      'entry' in node
                        ? filePath(node.lab.shortname, node.entry.path)
                        : labPath(node.lab.shortname, 'activity')
                    }
                  >
                    {subject}
                  </TextLink>
                )}
              </p>
              <p className="flex justify-between gap-2 text-ink2">
                <span className="truncate" title={labTitle(node.lab)}>
                  {labTitle(node.lab)}
                </span>
                <Time value={recordedAt(node)} className="shrink-0" />
              </p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
