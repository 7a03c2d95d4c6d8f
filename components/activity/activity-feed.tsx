import { type ActivityNode, activityKey, recordedAt } from './activity-entry.ts';
import { ActivityRow } from './activity-row.tsx';
import { ByDay } from './by-day.tsx';

interface ActivityFeedProps {
  /** Newest first. */
  nodes: readonly ActivityNode[];
  /** Says of each entry in which lab it happened. */
  withLab?: boolean;
}

/** A feed of labs, by days. */
export function ActivityFeed({ nodes, withLab = false }: ActivityFeedProps) {
  const items = nodes.map((node) => ({
    at: recordedAt(node),
    row: <ActivityRow key={activityKey(node)} node={node} timeStyle="time" withLab={withLab} />,
  }));
  return <ByDay items={items} />;
}
