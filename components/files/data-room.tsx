'use client';
import { FolderOpen, SearchX } from 'lucide-react';
import dynamic from 'next/dynamic';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ApiProvider } from '#lib/api/api-provider.tsx';
import type { FirstFile } from '#lib/download/first-file.ts';
import { useNetwork } from '#lib/public-config.tsx';
import type { FileRowFragment } from '#packages/client/documents.generated.ts';
import type { FileDetail } from '#packages/client/download/download-api.ts';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { ErrorState } from '../ui/error-state.tsx';
import { Loading, Skeleton } from '../ui/skeleton.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { DataRoomContext, type DataRoomLab } from './data-room-context.tsx';
import { Breadcrumbs } from './list/breadcrumbs.tsx';
import { EntryList, entryListId } from './list/entry-list.tsx';
import { filesOf } from './list/list-folder.ts';
import { ListToolbar } from './list/list-toolbar.tsx';
import { isFiltered, viewEntries } from './list/list-view.ts';
import { keepOnly, nothingSelected, select } from './list/selection.ts';
import { SelectionBar } from './list/selection-bar.tsx';
import { useZipDownload } from './list/use-zip-download.ts';
import { takeCarriedFiles } from './upload/carried-files.ts';
import { DropArea } from './upload/drop-area.tsx';
import { type DroppedFile, withPaths } from './upload/dropped-files.ts';
import { uploadsOf } from './upload/lab-uploads.ts';
import { UnfinishedUploads } from './upload/unfinished-uploads.tsx';
import { useFiles } from './use-files.ts';
import { useLocation } from './use-location.ts';
import { useMyRole } from './use-my-role.ts';

// Loaded after a click or a drop, so that readers never load it.
const FilePanel = lazy(() =>
  import('./panel/file-panel.tsx').then((module) => ({ default: module.FilePanel })),
);
const UploadDialog = dynamic(() =>
  import('./upload/upload-dialog.tsx').then((module) => module.UploadDialog),
);
const DeleteDialog = dynamic(() => import('./panel/delete-dialog.tsx').then((module) => module.DeleteDialog));
const QueuePanel = dynamic(() => import('./upload/queue-panel.tsx').then((module) => module.QueuePanel));

interface DataRoomProps {
  lab: DataRoomLab;
  /** Folder in the URL, as decoded segments. */
  path: readonly string[];
  /** All files of the lab, in the order of `listFiles`, or the first page of them. */
  initialFiles: readonly FileRowFragment[];
  /** Total number of files. */
  totalCount: number;
  /** The file in the URL, if it was found. */
  firstFile: FirstFile | null;
}

/** The files of a lab. Everyone can read the list; contributors can upload, edit and delete. */
export function DataRoom(props: DataRoomProps) {
  return (
    <ApiProvider>
      <Room {...props} />
    </ApiProvider>
  );
}

function Room({ lab, path, initialFiles, totalCount, firstFile }: DataRoomProps) {
  const network = useNetwork();
  const hydrated = useHydrated();
  const location = useLocation(lab.shortname, path);
  const fileList = useFiles(lab.oclId, initialFiles, totalCount);
  const me = useMyRole(lab.oclId);
  const zip = useZipDownload(lab);
  const [selected, setSelected] = useState(nothingSelected);
  const [dropped, setDropped] = useState<readonly DroppedFile[] | null>(null);
  const [versionTarget, setVersionTarget] = useState<FileDetail | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const versionInput = useRef<HTMLInputElement>(null);
  useEffect(() => setDropped((now) => takeCarriedFiles() ?? now), []);

  const { files, failure, isRefreshing, refresh } = fileList;
  const { folder, view, file } = location;
  const entries = useMemo(() => viewEntries(files, folder, view), [files, folder, view]);
  const selection = useMemo(
    () =>
      keepOnly(
        selected,
        entries.map((entry) => entry.key),
      ),
    [selected, entries],
  );
  const chosenFiles = useMemo(() => filesOf(files, selection.chosen), [files, selection.chosen]);
  useFocusAfterFile(file, (closed) => {
    setSelected((now) => select(now, [], { kind: 'moveTo', key: closed }));
  });
  // A page loaded with an open file leaves the focus alone. A file opened later takes the focus.
  const [loadedWith, setLoadedWith] = useState(file);
  if (loadedWith !== null && loadedWith !== file) setLoadedWith(null);

  const shownFiles = useMemo(
    () => entries.flatMap((entry) => (entry.kind === 'file' ? entry.file.path : [])),
    [entries],
  );
  const room = { lab, network, location, me, firstFile, ...fileList };
  const panel = file && (
    <FilePanel
      key={file}
      path={file}
      version={location.version}
      takesFocus={loadedWith === null}
      among={shownFiles}
      onNewVersion={(target) => {
        setVersionTarget(target);
        versionInput.current?.click();
      }}
    />
  );

  return (
    <DataRoomContext value={room}>
      <div className={file ? 'grid items-start gap-6 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]' : ''}>
        <section aria-label="Files" className={`flex min-w-0 flex-col ${file ? 'max-lg:hidden' : ''}`}>
          <div className="top-0 z-20 flex flex-wrap lg:sticky items-center gap-x-3 gap-y-2 bg-paper py-1">
            <div className="min-w-40 flex-1">
              <Breadcrumbs />
            </div>
            <DropArea folder={folder} isWriter={me.role != null && me.canWrite} onFiles={setDropped} />
            <ListToolbar found={entries.length}>
              {(chosenFiles.length > 0 || zip.progress) && (
                <SelectionBar
                  files={chosenFiles}
                  mayDelete={me.canWrite}
                  zip={zip}
                  onDelete={() => setDeleting(true)}
                  onClear={() => setSelected(nothingSelected)}
                />
              )}
            </ListToolbar>
          </div>
          <div className="flex flex-col gap-4 not-empty:py-3">
            {hydrated && me.role != null && me.canWrite && (
              <UnfinishedUploads uploads={uploadsOf(lab.oclId)} />
            )}
            {failure && (
              <ErrorState
                title="The list could not be refreshed."
                requestId={failure.requestId}
                action={<Button onClick={refresh}>Try again</Button>}
              >
                {failure.title}
              </ErrorState>
            )}
          </div>
          {entries.length > 0 ? (
            <EntryList
              entries={entries}
              selection={selection}
              onSelect={setSelected}
              onDelete={() => me.canWrite && chosenFiles.length > 0 && setDeleting(true)}
            />
          ) : isRefreshing && !isFiltered(view) ? (
            <Loading label="Loading the files">
              <Skeleton className="h-14" />
            </Loading>
          ) : (
            <NothingHere isFiltered={isFiltered(view)} folder={folder} canWrite={me.canWrite} />
          )}
        </section>
        {/* Stays on the full screen when another file is opened. */}
        <div data-full-screen className={fullScreenClass}>
          {/* A file that was loaded with the page is part of its HTML, so no Suspense boundary may delay it. */}
          {loadedWith === file ? panel : <Suspense>{panel}</Suspense>}
        </div>
      </div>
      <input
        ref={versionInput}
        type="file"
        aria-label="Choose a new version"
        tabIndex={-1}
        hidden
        onChange={({ target }) => {
          if (target.files?.[0]) setDropped(withPaths([target.files[0]]));
          target.value = '';
        }}
      />
      {dropped && (
        <UploadDialog
          dropped={dropped}
          newVersionOf={versionTarget ?? undefined}
          onClose={() => {
            setDropped(null);
            setVersionTarget(null);
          }}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          files={chosenFiles}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            setSelected(nothingSelected);
          }}
        />
      )}
      {hydrated && <QueuePanel queue={uploadsOf(lab.oclId).queue} />}
    </DataRoomContext>
  );
}

const fullScreenClass =
  'contents [&:fullscreen]:block [&:fullscreen]:overflow-auto [&:fullscreen]:bg-sheet [&:fullscreen]:[--preview-height:calc(100dvh-16rem)]';

/** Closing a file moves the focus back to its row. */
function useFocusAfterFile(file: string | null, onClosed: (path: string) => void) {
  const before = useRef(file);
  useEffect(() => {
    const closed = before.current;
    before.current = file;
    if (closed === null || file !== null) return;
    document.getElementById(entryListId)?.focus({ preventScroll: true });
    onClosed(closed);
  });
}

interface NothingHereProps {
  isFiltered: boolean;
  folder: string;
  canWrite: boolean;
}

function NothingHere({ isFiltered: filtered, folder, canWrite }: NothingHereProps) {
  if (filtered) {
    return (
      <EmptyState title="No file matches." icon={<SearchX aria-hidden />}>
        The content of encrypted files cannot be searched, only their names, tags and descriptions.
      </EmptyState>
    );
  }
  const title = folder === '' ? 'No files yet.' : 'This folder is empty.';
  return (
    <EmptyState title={title} icon={<FolderOpen aria-hidden />}>
      {canWrite
        ? 'Upload files, or drop files and folders anywhere on this page. You choose who can open them before the upload starts.'
        : 'Files of the lab’s contributors appear here.'}
    </EmptyState>
  );
}
