'use client';
import type { FileDetail } from '@labroom/client/download/download-api';
import type { FileVersion } from '@labroom/client/download/download-ports';
import { isSvg, previewOf } from '@labroom/formats/formats';
import { CircleCheck, Eye, Lock } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useRefusal } from '#lib/api/use-refusal.ts';
import { contentSize } from '#lib/data-room/content-size.ts';
import { type FileView, isSameView, viewOfSaved } from '#lib/data-room/file-view.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { FileConditions } from '../../core/access/file-conditions.tsx';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { SignInPrompt } from '../../core/wallet/sign-in-prompt.tsx';
import { LoadedImage } from '../../preview/media/image-preview.tsx';
import { FullScreen } from '../../preview/parts/full-screen.tsx';
import { NoPreview } from '../../preview/parts/no-preview.tsx';
import type { ViewProps } from '../../preview/parts/view-props.ts';
import { Preview } from '../../preview/preview.tsx';
import { FileText } from '../../preview/text-file.tsx';
import { Button } from '../../ui/button.tsx';
import { formatBytes } from '../../ui/byte-size.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { part } from '../../ui/part.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Loading } from '../../ui/skeleton.tsx';
import { AccessErrorPanel } from '../opened/access-error-panel.tsx';
import { keepPicture } from '../opened/kept-pictures.ts';
import { isLockedFor } from '../opened/locked.ts';
import { useOpenedFile } from '../opened/use-opened-file.ts';
import { RoomText } from '../room-text/room-text.tsx';
import { TooLarge } from './too-large.tsx';

const ViewChoice = part(async () => (await import('./view-choice.tsx')).ViewChoice);
const RangedPreview = part(async () => (await import('./ranged-preview.tsx')).RangedPreview, {
  failure: 'in place',
});

// Smaller files open without a click. Larger ones cost time and memory.
const OPEN_AT_ONCE_BYTES = 10_000_000;

interface FilePreviewProps {
  file: FileDetail;
  /** The file was loaded with the page; fresh download URLs are still being fetched. */
  isFirst: boolean;
  version: FileVersion;
  /** Called with whether the last attempt to open the file failed. */
  onRefused: (isRefused: boolean) => void;
}

/** Content of a file, decrypted in a worker and kept only in memory. */
export function FilePreview(props: FilePreviewProps) {
  const { location } = useDataRoom();
  const { file, version } = props;
  const saved = viewOfSaved(file.savedView);
  // A filter of an encrypted file could tell what is in it, and the server reads the URL.
  const [secretFilter, setSecretFilter] = useState<string>();
  const isSecret = file.accessLevel !== 'PUBLIC' || version.encryption !== null;
  const chosen =
    isSecret && location.fileView ? { ...location.fileView, filter: undefined } : location.fileView;
  const view = chosen ?? saved;
  function onView(next: FileView) {
    if (isSecret) setSecretFilter(next.filter);
    const named = isSecret ? { ...next, filter: undefined } : next;
    location.setFileView(isSameView(named, saved) ? null : named);
  }
  return (
    <RoomText path={file.path}>
      <ShownFile {...props} view={isSecret ? { ...view, filter: secretFilter } : view} onView={onView} />
      {chosen && !isSameView(chosen, saved) && <ViewChoice file={file} view={chosen} />}
    </RoomText>
  );
}

function ShownFile({ file, isFirst, version, onRefused, view, onView }: FilePreviewProps & ViewProps) {
  const { lab, me, firstFile } = useDataRoom();
  const { state, open, cancel } = useOpenedFile(lab.oclId, version);
  const isLocked = isLockedFor(me.identity, version);
  // Nobody signs in for a file that would not open. A signed-in wallet is told by the request for the key.
  const { refusal, askAgain } = useRefusal(
    isLocked && 'address' in me.identity
      ? {
          operation: 'decryptDataKey',
          variables: { oclId: lab.oclId, ref: file.did, version: version.version },
          wallet: me.identity.address,
        }
      : null,
  );
  const { format, maxBytes, opensWith, about } = previewOf(file.name, version.contentType);
  const isTooLarge = version.contentLength > maxBytes;
  const isSmall = version.contentLength <= OPEN_AT_ONCE_BYTES;
  const atOnce = format !== null && !isTooLarge && isSmall && !isLocked;
  const isFirstVersion = firstFile?.path === version.path && firstFile.version === version.version;
  const firstText = isFirstVersion ? firstFile.text : null;
  // Keeps the image URL of the first load: a fresh URL would download the same image again.
  const [firstImage] = useState(() => {
    // An SVG is checked first, and drawn in a frame.
    const isImage = format === 'image' && !isSvg(version.contentType);
    return isFirst && isImage && isSmall && !version.encryption ? version.downloadUrl : null;
  });

  useEffect(() => {
    if (atOnce && !isFirst) void open();
  }, [atOnce, isFirst, open]);

  const opened = state.kind === 'open' && format === 'image' && version.encryption ? state.body : null;
  useEffect(() => {
    if (opened) keepPicture(version, opened);
  }, [opened, version]);

  const isRefused = state.kind === 'refused';
  useEffect(() => onRefused(isRefused), [isRefused, onRefused]);

  if (isLocked && refusal) {
    return (
      <AccessErrorPanel
        error={refusal.error}
        file={{ ref: file.did, path: file.path }}
        conditions={version.encryption?.accessControlConditions ?? ''}
        onRetry={askAgain}
      />
    );
  }
  if (isLocked) {
    return (
      <div className="flex flex-col gap-4">
        <EmptyState title="Encrypted" icon={<Lock aria-hidden />}>
          It opens for:
          <FileConditions version={version} brief />
        </EmptyState>
        <SignInPrompt purpose="to open it if you meet these conditions" />
      </div>
    );
  }
  if (format === 'parquet' && isTooLarge)
    return <RangedPreview oclId={lab.oclId} version={version} name={file.name} />;
  if (!format || isTooLarge) {
    return (
      <>
        {format ? (
          <TooLarge version={version} name={file.name} />
        ) : (
          <NoPreview opensWith={opensWith} about={about} />
        )}
        {version.encryption && (
          <div className="flex flex-col gap-2 text-sm">
            It opens for:
            <FileConditions version={version} brief />
          </div>
        )}
      </>
    );
  }
  const isWaiting = state.kind === 'closed' || state.kind === 'opening';
  if (isWaiting && firstText) {
    return (
      <FullScreen>
        <FileText
          text={firstText}
          contentType={version.contentType}
          name={file.name}
          view={view}
          onView={onView}
        />
      </FullScreen>
    );
  }
  if (isWaiting && firstImage) {
    return (
      <FullScreen>
        <LoadedImage url={firstImage} name={file.name} />
      </FullScreen>
    );
  }
  if (state.kind === 'closed' && atOnce) {
    return (
      <FullScreen>
        <Loading label={`Opening ${visibleName(file.name)}`} className="h-64" />
      </FullScreen>
    );
  }
  switch (state.kind) {
    case 'closed':
    case 'cancelled':
      return (
        <EmptyState
          title={`${formatBytes(contentSize(version))}${version.encryption ? ', encrypted' : ''}`}
          action={
            <Button onClick={open}>
              <Eye aria-hidden className="size-4" />
              {version.encryption ? 'Decrypt and preview' : 'Preview'}
            </Button>
          }
        >
          The preview shows files up to {formatBytes(maxBytes)}.
        </EmptyState>
      );
    case 'opening':
      return (
        <div className="flex flex-col gap-2 py-12 text-sm">
          <p role="status" className="flex items-center justify-between">
            <span>{version.encryption ? 'Fetching and decrypting' : 'Fetching'}</span>
            <span className="tabular text-ink2">
              {formatBytes(Math.min(state.bytes, contentSize(version)))} of{' '}
              {formatBytes(contentSize(version))}
            </span>
          </p>
          <ProgressBar
            label={`Fetching ${file.name}`}
            value={state.bytes}
            max={Math.max(1, version.contentLength)}
          />
          <div>
            <Button size="sm" variant="quiet" onClick={cancel}>
              Cancel
            </Button>
          </div>
        </div>
      );
    case 'refused':
      return (
        <AccessErrorPanel
          error={state.error}
          file={{ ref: file.did, path: file.path }}
          conditions={version.encryption?.accessControlConditions ?? ''}
          onRetry={open}
        />
      );
    case 'open':
      return (
        <div className="flex flex-col gap-2">
          <Preview
            body={state.body}
            firstText={firstText}
            contentType={version.contentType}
            name={file.name}
            view={view}
            onView={onView}
          />
          <p className="flex items-center gap-1 text-sm text-good">
            <CircleCheck aria-hidden className="size-4 shrink-0" />
            {version.encryption ? 'Decrypted here; both hashes match' : 'The hash matches'}
          </p>
        </div>
      );
  }
}
