'use client';
import { Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { DataRoomContext, type DataRoomLab } from '#components/core/data-room/data-room-context.tsx';
import { focusEntryList } from '#components/core/data-room/entry-list-id.ts';
import { useFiles } from '#components/core/data-room/use-files.ts';
import { useLocation } from '#components/core/data-room/use-location.ts';
import { FollowButton } from '#components/core/follow/follow-button.tsx';
import { useMyRole } from '#components/core/labs/use-my-role.ts';
import { usePageActions } from '#components/core/palette/page-actions.ts';
import { filingActions } from '#components/files/filing/filing-actions.ts';
import { FilingButtons } from '#components/files/filing/filing-buttons.tsx';
import { FilingDialogs } from '#components/files/filing/filing-dialogs.tsx';
import { useDragEntries } from '#components/files/filing/use-drag-entries.ts';
import { useFiling } from '#components/files/filing/use-filing.ts';
import { Breadcrumbs } from '#components/files/list/breadcrumbs.tsx';
import { EntryList } from '#components/files/list/entry-list.tsx';
import { ListBar } from '#components/files/list/list-bar.tsx';
import { ListToolbar } from '#components/files/list/list-toolbar.tsx';
import { NothingHere } from '#components/files/list/nothing-here.tsx';
import { SelectionBar } from '#components/files/list/selection-bar.tsx';
import { StatusLine } from '#components/files/list/status-line.tsx';
import { useDownload } from '#components/files/list/use-download.ts';
import { forgetPictures } from '#components/files/opened/kept-pictures.ts';
import { useFileIntent } from '#components/files/opened/use-file-intent.ts';
import { BesideFile } from '#components/files/panel/beside-file.tsx';
import { FolderReadme } from '#components/files/readme/folder-readme.tsx';
import { FolderButtons } from '#components/files/tree/folder-buttons.tsx';
import { FolderColumn } from '#components/files/tree/folder-column.tsx';
import { useTreeOpen } from '#components/files/tree/use-tree-open.ts';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { DropArea } from '#components/upload/drop/drop-area.tsx';
import { useNetwork } from '#lib/config/public-config.tsx';
import { filesOf } from '#lib/data-room/list-folder.ts';
import { isFiltered, viewEntries } from '#lib/data-room/list-view.ts';
import { keepOnly, nothingSelected, select, withoutRows } from '#lib/data-room/selection.ts';
import type { FirstFile } from '#lib/download/first-file.ts';
import type { RoomFile } from '#lib/download/room-files.ts';
import { withApi } from '#lib/session/api-provider.tsx';
import {
  ArrivingLink,
  ChangeAccessDialog,
  FilePanel,
  Gallery,
  InterruptedHere,
  loadPanel,
  MyRequest,
  panelParts,
  ShareDialog,
  TrashView,
} from './parts.tsx';
import { useFocusAfterFile } from './use-focus-after-file.ts';
import { useShareLink } from './use-share-link.ts';
import { useUploads } from './use-uploads.tsx';

interface DataRoomProps {
  lab: DataRoomLab;
  /** Folder in the URL, as decoded segments. */
  path: readonly string[];
  /** All files of the lab by path, or the first of them. */
  initialFiles: readonly RoomFile[];
  /** Folders without files, as the server knew them. */
  initialEmptyFolders: readonly string[];
  /** Total number of files. */
  totalCount: number;
  /** The file in the URL, if it was found. */
  firstFile: FirstFile | null;
  /** The public README of the folder in the URL. It may come after the files. */
  firstReadme: FirstFile | null | Promise<FirstFile | null>;
  /** Whether the reader has the tree of folders open. */
  hasTree: boolean;
  /** Percent of the place that an open file took at the last visit. */
  panelWidth: number;
}

/** The files of a lab. Everyone can read the list; contributors can upload, edit and delete. */
export const DataRoom = withApi(Room);

function Room({
  lab,
  path,
  initialFiles,
  initialEmptyFolders,
  totalCount,
  firstFile,
  firstReadme,
  hasTree,
  panelWidth,
}: DataRoomProps) {
  const network = useNetwork();
  const location = useLocation(lab.shortname, path);
  const fileList = useFiles(lab.oclId, initialFiles, totalCount, {
    folder: location.folder,
    search: location.view.search,
  });
  const me = useMyRole(lab.oclId);
  const download = useDownload(lab);
  const [selected, setSelected] = useState(nothingSelected);
  const uploads = useUploads(lab.oclId);
  const shareLink = useShareLink();

  const { filing, files, emptyFolders } = useFiling({
    oclId: lab.oclId,
    me,
    location,
    list: fileList,
    initialEmptyFolders,
    onMoved: ([first]) => first && setSelected({ chosen: new Set(), cursor: first.to, anchor: first.to }),
    onTrashed: (gone) => setSelected((now) => withoutRows(now, rows, new Set(gone))),
    onRestored: ([first = null]) => setSelected({ chosen: new Set(), cursor: first, anchor: first }),
  });
  const { failure, found, hasMore, isRefreshing, refresh } = fileList;
  const { folder, view, file } = location;
  const entries = useMemo(
    () => viewEntries(files, folder, view, emptyFolders, found),
    [files, folder, view, emptyFolders, found],
  );
  const rows = useMemo(() => entries.map((entry) => entry.key), [entries]);
  const selection = useMemo(() => keepOnly(selected, rows), [selected, rows]);
  const chosenFiles = useMemo(() => filesOf(files, selection.chosen), [files, selection.chosen]);
  useFocusAfterFile(file, (closed) => {
    // One that was deleted has no row.
    if (rows.includes(closed)) setSelected((now) => select(now, [], { kind: 'moveTo', key: closed }));
  });
  // A page loaded with an open file leaves the focus alone. A file opened later takes the focus.
  const [loadedWith, setLoadedWith] = useState(file);
  if (loadedWith !== null && loadedWith !== file) setLoadedWith(null);

  const shownFiles = useMemo(
    () => entries.flatMap((entry) => (entry.kind === 'file' ? entry.file.path : [])),
    [entries],
  );
  const [isTreeOpen, setTreeOpen] = useTreeOpen(hasTree);
  const hasFolders = emptyFolders.length > 0 || files.some(({ path }) => path.includes('/'));
  const address = 'address' in me.identity ? me.identity.address : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a wallet has decrypted is forgotten with it
  useEffect(() => forgetPictures, [address]);
  const drag = useDragEntries(filing, selection.chosen);
  usePageActions(() => filingActions({ filing, selection, location }));
  const place = useRef<HTMLDivElement>(null);
  useFileIntent(place, lab, loadPanel);
  const room = {
    ...fileList,
    lab,
    network,
    location,
    me,
    firstFile,
    firstReadme,
    files,
    filing,
    MyRequest,
    emptyFolders,
    dropTarget: drag.target,
  };
  const isAlone = file !== null && location.isAlone;
  const panel = file && (
    <FilePanel
      key={`${shareLink.timesUsed} ${file}`}
      path={file}
      version={location.version}
      takesFocus={loadedWith === null}
      among={shownFiles}
      onNewVersion={uploads.giveVersionOf}
      parts={panelParts}
    />
  );

  return (
    <DataRoomContext value={room}>
      {shareLink.fragment && <ArrivingLink fragment={shareLink.fragment} onUsed={shareLink.use} />}
      <div ref={place} data-empty {...drag.handlers} className="flex items-start gap-6">
        {hasFolders && isTreeOpen && !isAlone && <FolderColumn />}
        <BesideFile
          initialWidth={panelWidth}
          // A file that was loaded with the page is part of its HTML, so no Suspense boundary may delay it.
          file={loadedWith === file ? panel : <Suspense>{panel}</Suspense>}
          list={
            <section
              aria-label="Files"
              data-empty
              className={classNames(
                'min-w-0 flex-col',
                isAlone ? 'hidden' : file ? 'flex max-lg:hidden' : 'flex',
              )}
            >
              <ListBar>
                <div className="flex min-w-36 flex-1 items-center gap-3 max-sm:basis-full">
                  {hasFolders && <FolderButtons isOpen={isTreeOpen} onChange={setTreeOpen} />}
                  <Breadcrumbs />
                  {!location.isTrash && folder !== '' && file === null && (
                    <FollowButton
                      key={folder}
                      what="folder"
                      isIcon
                      target={{ folder: { oclId: lab.oclId, path: folder } }}
                    />
                  )}
                </div>
                <FilingButtons />
                {!location.isTrash && (
                  <>
                    <DropArea
                      folder={folder}
                      isOffered={me.offers('initiateCreateOrUpdateFile')}
                      isWriter={me.role != null && me.offers('initiateCreateOrUpdateFile')}
                      isNarrow={file !== null}
                      onFiles={uploads.give}
                      onDrop={uploads.drop}
                    />
                    <ListToolbar found={entries.length} />
                  </>
                )}
                <StatusLine entries={location.isTrash || hasMore || isFiltered(view) ? null : entries}>
                  {!location.isTrash && (selection.chosen.size > 0 || download.progress) && (
                    <SelectionBar
                      keys={selection.chosen}
                      files={chosenFiles}
                      offers={filing.offers}
                      download={download}
                      onMove={() => filing.start({ kind: 'moving', keys: [...selection.chosen] })}
                      onChangeAccess={() => filing.start({ kind: 'access', keys: [...selection.chosen] })}
                      onDelete={() => {
                        filing.trash([...selection.chosen]);
                        focusEntryList();
                      }}
                      onClear={() => setSelected(nothingSelected)}
                    />
                  )}
                </StatusLine>
              </ListBar>
              <div className="flex flex-col gap-4 not-empty:py-3">
                {me.role != null && me.offers('initiateCreateOrUpdateFile') && (
                  <InterruptedHere
                    oclId={lab.oclId}
                    onFiles={(files) => {
                      // Their paths begin at the top folder.
                      location.go(location.hrefOfFolder(''));
                      uploads.give(files);
                    }}
                  />
                )}
                {hasMore && (
                  <p className="text-sm text-ink2">
                    This lab has more files than the {fileList.files.length.toLocaleString('en')} that are
                    listed here. Open a folder or search to find the others.
                  </p>
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
              {location.isTrash ? (
                <TrashView />
              ) : entries.length > 0 ? (
                <EntryList entries={entries} selection={selection} onSelect={setSelected} Gallery={Gallery} />
              ) : isRefreshing && !isFiltered(view) ? (
                <Loading label="Loading the files" className="h-14" />
              ) : (
                <NothingHere />
              )}
              {loadedWith === null && <FolderReadme />}
            </section>
          }
        />
      </div>
      {uploads.parts}
      <FilingDialogs
        AccessDialog={ChangeAccessDialog}
        ShareDialog={ShareDialog}
        onDownload={(keys, inside) => void download.start(keys, inside)}
        onNewVersion={uploads.giveVersionOf}
        onCreated={(key) => setSelected({ chosen: new Set(), cursor: key, anchor: key })}
      />
    </DataRoomContext>
  );
}
