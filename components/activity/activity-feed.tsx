import { type ActivityNode, activityKey, recordedAt } from './activity-entry.ts';
import { ActivityRow } from './activity-row.tsx';
import { ByDay } from './by-day.tsx';

interface ActivityFeedProps {
  /** Newest first. */
  nodes: readonly ActivityNode[];
  /** Shows the lab of each entry. */
  withLab?: boolean;
}

/** Activity grouped by day. */
export function ActivityFeed({ nodes, withLab = false }: ActivityFeedProps) {
  const items = nodes.map((node) => ({
    at: recordedAt(node),
    row: <ActivityRow key={activityKey(node)} node={node} timeStyle="time" withLab={withLab} />,
  }));
  return <ByDay items={items} />;
}
