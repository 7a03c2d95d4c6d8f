import type { FileView } from '#lib/data-room/file-view.ts';

/** How a file is read, as a person chose it. */
export interface ViewProps {
  view: FileView;
  onView: (view: FileView) => void;
}
