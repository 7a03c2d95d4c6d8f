'use client';
import { lazy } from 'react';
import type { PanelParts } from '#components/files/panel/panel-parts.ts';
import { part } from '#components/ui/part.tsx';
import { Loading, Skeleton } from '#components/ui/skeleton.tsx';

// The server renders it too.
export const loadPanel = async () => ({
  default: (await import('#components/files/panel/file-panel.tsx')).FilePanel,
});
export const FilePanel = lazy(loadPanel);
// Loaded after a click or a drop, so that readers never load it.
export const UploadDialog = part(
  async () => (await import('#components/upload/dialog/upload-dialog.tsx')).UploadDialog,
);
export const TrashView = part(async () => (await import('#components/trash/trash-view.tsx')).TrashView);
export const ChangeAccessDialog = part(
  async () => (await import('#components/access-change/change-access-dialog.tsx')).ChangeAccessDialog,
);
export const ShareDialog = part(async () => (await import('#components/share/share-dialog.tsx')).ShareDialog);
// Loaded for those who come by a link that opens files.
export const ArrivingLink = part(
  async () => (await import('#components/share/arriving-link.tsx')).ArrivingLink,
);
// Loaded for contributors.
export const InterruptedHere = part(
  async () => (await import('#components/upload/queue/interrupted-uploads.tsx')).InterruptedHere,
);
// Loaded only by those who are refused.
export const MyRequest = part(
  async () => (await import('#components/members/requests/my-request.tsx')).MyRequest,
);
export const Gallery = part(async () => (await import('#components/files/gallery/gallery.tsx')).Gallery, {
  loading: <Skeleton className="my-4 h-64" />,
});
export const panelParts: PanelParts = {
  Discussion: part(async () => (await import('#components/discussion/file-discussion.tsx')).FileDiscussion, {
    loading: <Loading label="Loading the discussion" className="h-24 w-full" />,
  }),
  PartSelection: part(async () => (await import('#components/discussion/part-selection.tsx')).PartSelection),
  SharedWith: part(async () => (await import('#components/share/shared-with.tsx')).SharedWith, {
    loading: <Loading label="Loading who has the file" className="h-5" />,
  }),
  EditDialog: part(async () => (await import('#components/upload/dialog/edit-dialog.tsx')).EditDialog),
};
