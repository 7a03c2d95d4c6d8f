import {
  FileInput,
  FilePen,
  FilePlus,
  FileX,
  type LucideIcon,
  Megaphone,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react';
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
  LabEventEntriesMoved: { icon: FileInput, verb: 'moved', label: 'Moved' },
  LabEventEntriesTrashed: { icon: Trash2, verb: 'moved to the trash', label: 'Trashed' },
  LabEventEntriesRestored: { icon: Undo2, verb: 'restored', label: 'Restored' },
  LabEventEntriesRemoved: { icon: FileX, verb: 'deleted permanently', label: 'Deleted' },
  LabEventReleaseCreated: { icon: Tag, verb: 'released', label: 'Release' },
  LabEventAnnouncement: { icon: Megaphone, verb: 'announced', label: 'Announcement' },
};
