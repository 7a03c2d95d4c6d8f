import { FilePen, FilePlus, FileX, type LucideIcon, Megaphone } from 'lucide-react';
import type { ActivityNode } from './activity-entry.ts';

interface ActivityKind {
  icon: LucideIcon;
  /** What somebody did, after their name. */
  verb: string;
  /** What happened, before its subject. */
  said: string;
}

export const activityKinds: Readonly<Record<ActivityNode['__typename'], ActivityKind>> = {
  LabEventFileAdded: { icon: FilePlus, verb: 'added', said: 'New file' },
  LabEventFileUpdated: { icon: FilePen, verb: 'changed', said: 'Changed' },
  LabEventFileRemoved: { icon: FileX, verb: 'removed', said: 'Removed' },
  LabEventAnnouncement: { icon: Megaphone, verb: 'announced', said: 'Announcement' },
};
