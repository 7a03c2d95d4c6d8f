import { FilePen, FilePlus, FileX, type LucideIcon, Megaphone } from 'lucide-react';
import type { ActivityNode } from './activity-entry.ts';

interface ActivityKind {
  icon: LucideIcon;
  /** Follows the name of the person. */
  verb: string;
  /** Precedes the subject of the entry. */
  label: string;
}

export const activityKinds: Readonly<Record<ActivityNode['__typename'], ActivityKind>> = {
  LabEventFileAdded: { icon: FilePlus, verb: 'added', label: 'New file' },
  LabEventFileUpdated: { icon: FilePen, verb: 'changed', label: 'Changed' },
  LabEventFileRemoved: { icon: FileX, verb: 'removed', label: 'Deleted' },
  LabEventAnnouncement: { icon: Megaphone, verb: 'announced', label: 'Announcement' },
};
