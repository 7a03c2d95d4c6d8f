'use client';
import { ChevronLeft, ChevronRight, Link2, Maximize2, Minimize2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { filePath, movedFilePath } from '#lib/api/lab-reference.ts';
import { writeFileView } from '#lib/data-room/file-view.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { onFileChange } from '../../core/data-room/file-changes.ts';
import { FollowButton } from '../../core/follow/follow-button.tsx';
import { HiddenNotice } from '../../core/moderation/hidden-notice.tsx';
import { ReportButton } from '../../core/moderation/report-button.tsx';
import { RememberPlace } from '../../core/recent/remember-place.tsx';
import { toggleFullScreen } from '../../preview/parts/full-screen.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { NameInRow } from '../../ui/name.tsx';
import { Loading, Skeleton } from '../../ui/skeleton.tsx';
import { RenameField } from '../filing/parts.tsx';
import { useFileDetail } from '../opened/use-file-detail.ts';
import { LoadedFile } from './loaded-file.tsx';
import type { PanelParts } from './panel-parts.ts';

interface FilePanelProps {
  path: string;
  /** `null`: the newest version. */
  version: number | null;
  /** Whether the panel takes the focus: true if a click or key opened it, false if it was loaded with the page. */
  takesFocus: boolean;
  /** Paths of the files in the list, in its order. */
  among: readonly string[];
  /** Called with the path of the file: the user chooses its next version. */
  onNewVersion: (path: string) => void;
  parts: PanelParts;
}

/** One file, beside the list. */
export function FilePanel({ path, version, takesFocus, among, onNewVersion, parts }: FilePanelProps) {
  const { lab, files, location, refresh, firstFile, filing } = useDataRoom();
  const row = files.find((file) => file.path === path);
  const first = firstFile?.path === path ? firstFile.file : undefined;
  const { state, reload } = useFileDetail(lab.oclId, path, `${row?.version}${row?.updatedAt}`, first);
  useEffect(
    () => onFileChange(lab.oclId, (changed) => changed === path && reload()),
    [lab.oclId, path, reload],
  );
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);

  const found = state.kind === 'loaded' ? state.file.path : path;
  useEffect(() => {
    if (found === path.normalize('NFC')) return;
    // After a move by this page, the address bar has the new path before the component has it.
    if (new URLSearchParams(window.location.search).get('file') === found) return;
    window.history.replaceState(null, '', movedFilePath(lab.shortname, found, version));
  }, [found, path, lab.shortname, version]);

  const { task } = filing;
  const isRenaming = task?.kind === 'renaming' && task.place === 'panel' && task.key === path;
  const place = among.indexOf(path);
  const previous = place > 0 ? among[place - 1] : undefined;
  const next = place >= 0 ? among[place + 1] : undefined;
  const go = (to: string | undefined) => to !== undefined && location.go(location.hrefOfFile(to));

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // React events also bubble here from dialogs that are elsewhere in the DOM.
    const isHere = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (!isHere || event.defaultPrevented) return;
    if (event.key === 'Escape') location.closeFile();
    const isTyping = event.target instanceof Element && event.target.matches('input, select, textarea');
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.toLowerCase() === 'f') return toggleFullScreen(event.currentTarget);
    // A wide table scrolls sideways, and a film is wound, with the same keys.
    const isArrow = event.key.startsWith('Arrow');
    if (isArrow && event.target instanceof HTMLElement && usesArrows(event.target)) return;
    const wanted = { j: next, arrowright: next, k: previous, arrowleft: previous }[event.key.toLowerCase()];
    if (wanted !== undefined) go(wanted);
  }

  const name = path.slice(path.lastIndexOf('/') + 1);
  const SizeIcon = location.isAlone ? Minimize2 : Maximize2;
  const sizeLabel = location.isAlone ? 'Show the list beside the file' : 'Open on a page of its own';
  return (
    <aside
      aria-labelledby={headingId}
      // A click on the preview moves the focus here, so that the keys work.
      tabIndex={-1}
      onKeyDown={onKeyDown}
      className={classNames(
        'flex min-w-0 scroll-mt-4 flex-col gap-4 bg-sheet outline-none p-4 sm:p-6 border-t border-ink in-[:fullscreen]:static in-[:fullscreen]:max-h-none in-[:fullscreen]:border-t-0',
        !location.isAlone && 'lg:sticky lg:top-4 lg:max-h-[calc(100dvh-2rem)] lg:overflow-y-auto',
      )}
    >
      <header className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 grow basis-40">
          <h2
            id={headingId}
            ref={heading}
            tabIndex={-1}
            title={visibleName(name)}
            className={isRenaming ? 'sr-only' : 'line-clamp-2 text-xl break-words outline-none'}
          >
            <bdi>{shortPath(name, 120)}</bdi>
          </h2>
          {isRenaming && (
            <RenameField
              entryKey={path}
              onClose={(byKeyboard) => {
                filing.start(null);
                if (byKeyboard) heading.current?.focus();
              }}
            />
          )}
          {path !== name && (
            <p className="flex items-center gap-1 text-sm text-ink2">
              <span className="min-w-0" title={visibleName(path)}>
                <NameInRow>{path}</NameInRow>
              </span>
              <CopyButton text={path} label="Copy the path" />
            </p>
          )}
        </div>
        <div className="ml-auto flex items-start gap-2">
          {among.length > 1 && place >= 0 && (
            <div className="flex items-center">
              <Button
                variant="quiet"
                size="icon"
                aria-label="Previous file"
                aria-keyshortcuts="K ArrowLeft"
                title="Previous file (K or ←)"
                disabled={previous === undefined}
                onClick={() => go(previous)}
              >
                <ChevronLeft aria-hidden className="size-4" />
              </Button>
              <span className="tabular text-xs whitespace-nowrap text-ink2 max-sm:hidden">
                {place + 1} of {among.length}
              </span>
              <Button
                variant="quiet"
                size="icon"
                aria-label="Next file"
                aria-keyshortcuts="J ArrowRight"
                title="Next file (J or →)"
                disabled={next === undefined}
                onClick={() => go(next)}
              >
                <ChevronRight aria-hidden className="size-4" />
              </Button>
            </div>
          )}
          {state.kind === 'loaded' && (
            <FollowButton key={state.file.did} what="file" isIcon target={{ file: state.file.did }} />
          )}
          <CopyButton
            text={() => {
              const link = new URL(filePath(lab.shortname, path, version), window.location.origin);
              if (location.fileView)
                link.search = String(writeFileView(link.searchParams, location.fileView));
              return link.href;
            }}
            label={version ? `Copy a link to version ${version}` : 'Copy a link to this file'}
            icon={Link2}
            className={buttonClass('quiet', 'icon')}
          />
          <Button
            variant="quiet"
            size="icon"
            aria-label={sizeLabel}
            title={sizeLabel}
            className="max-lg:hidden"
            onClick={() => location.setAlone(!location.isAlone)}
          >
            <SizeIcon aria-hidden className="size-4" />
          </Button>
          <Button variant="quiet" size="icon" aria-label="Close the file" onClick={location.closeFile}>
            <X aria-hidden className="size-4" />
          </Button>
        </div>
      </header>
      {location.isMoved && (
        <p className="text-sm text-ink2">This file has moved. The address bar has its new link.</p>
      )}
      {state.kind === 'loading' && <PanelSkeleton />}
      {state.kind === 'missing' && (
        <EmptyState title="File not found.">
          Check the link. If the file was deleted, the lab’s activity shows it.
        </EmptyState>
      )}
      {state.kind === 'failed' && (
        <ErrorState
          title="The file could not be loaded."
          requestId={state.failure.requestId}
          action={<Button onClick={reload}>Try again</Button>}
        >
          {state.failure.message}
        </ErrorState>
      )}
      {state.kind === 'loaded' && (
        <RememberPlace
          lab={{ oclId: lab.oclId, shortname: lab.shortname, title: lab.name }}
          file={{ path: state.file.path, contentType: state.file.contentType }}
        />
      )}
      {state.kind === 'loaded' && state.file.hidden && (
        <HiddenNotice hiding={state.file.hidden} what="This file" />
      )}
      {state.kind === 'loaded' && (
        <LoadedFile
          key={`${path} ${version ?? state.file.version}`}
          file={state.file}
          isFirst={state.isFirst}
          version={version ?? state.file.version}
          onNewVersion={() => onNewVersion(state.file.path)}
          onChanged={refresh}
          parts={parts}
        />
      )}
      {state.kind === 'loaded' && (
        <div>
          <ReportButton subject={{ kind: 'FILE', oclId: lab.oclId, subject: state.file.did }} />
        </div>
      )}
    </aside>
  );
}

const usesArrows = (target: HTMLElement) =>
  target.matches('audio, video, [role="tab"], [role="slider"], embed, iframe') ||
  target.scrollWidth > target.clientWidth;

function PanelSkeleton() {
  return (
    <Loading label="Loading the file">
      <div className="flex flex-col gap-4">
        <Skeleton className="h-8 w-1/2" />
        <Skeleton className="h-64 w-full" />
      </div>
    </Loading>
  );
}
