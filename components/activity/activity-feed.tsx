import {
  type ActivityGroupNode,
  type ActivityNode,
  activityKey,
  recordedAt,
} from '../core/activity/activity-entry.ts';
import { ByDay } from '../ui/by-day.tsx';
import { ActivityRow } from './activity-row.tsx';
import { GroupRow } from './group-row.tsx';

/** Activity by day, with a row for each entry. `nodes` are newest first. */
export function ActivityFeed({ nodes }: { nodes: readonly ActivityNode[] }) {
  const items = nodes.map((node) => ({
    at: recordedAt(node),
    row: <ActivityRow key={activityKey(node)} node={node} timeStyle="time" />,
  }));
  return <ByDay items={items} />;
}

interface GroupedFeedProps {
  /** The last begun first. */
  groups: readonly ActivityGroupNode[];
  /** Shows the lab of each group. */
  withLab: boolean;
}

/** Activity by day, with changes that belong together as one row. */
export function GroupedFeed({ groups, withLab }: GroupedFeedProps) {
  const items = groups.map((group) => ({
    at: group.startedAt,
    row: <GroupRow key={`${group.lab.oclId}:${group.number}`} group={group} withLab={withLab} />,
  }));
  return <ByDay items={items} />;
}
