'use client';
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleMinus,
  LoaderCircle,
  RotateCcw,
  X,
} from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { type MouseEvent, memo } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { filePath, labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import type { UploadItem, UploadState } from '#lib/upload/upload-item.ts';
import type { UploadQueue } from '#lib/upload/upload-queue.ts';

interface QueueRowProps {
  item: UploadItem;
  queue: UploadQueue;
}

/** One upload: its state and the available actions. */
export const QueueRow = memo(function QueueRow({ item, queue }: QueueRowProps) {
  const { id, lab, path, state, access } = item;
  const pathname = usePathname();
  const isThisLab = `${pathname}/`.startsWith(`${labPath(lab.shortname)}/`);
  const isThisRoom = pathname.startsWith(labPath(lab.shortname, 'files'));
  function openInRoom(event: MouseEvent<HTMLAnchorElement>) {
    if (!isThisRoom || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    // The data room shows the file without asking the server for the page.
    event.preventDefault();
    window.history.pushState(null, '', event.currentTarget.href);
  }
  const isSending = state.kind === 'working' && state.phase === 'sending';
  const mayCancel =
    ['waiting', 'conflict', 'failed'].includes(state.kind) ||
    (state.kind === 'working' && state.phase !== 'finishing');
  const mayRetry = state.kind === 'failed' || state.kind === 'cancelled';
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-2 text-sm first:border-t-0">
      <StateIcon state={state} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1">
          {state.kind === 'done' ? (
            <Link
              href={filePath(lab.shortname, path)}
              prefetch={false}
              onClick={openInRoom}
              title={visibleName(path)}
              className="truncate rounded text-acc underline underline-offset-2 touch:py-2.5"
            >
              {visibleName(path)}
            </Link>
          ) : (
            <span className="truncate" title={visibleName(path)}>
              {visibleName(path)}
            </span>
          )}
          {access !== 'PUBLIC' && <ClosingLock isClosed={isEncrypted(state)} />}
        </p>
        <p className={state.kind === 'failed' ? 'text-bad' : 'tabular text-ink2'}>
          {describe(item)}
          {!isThisLab && ` · ${visibleName(lab.name)}`}
        </p>
        {isSending && (
          <div className="mt-1">
            <ProgressBar label={`Upload of ${path}`} value={item.sentBytes} max={Math.max(1, item.size)} />
          </div>
        )}
      </div>
      {mayRetry && (
        <Button variant="quiet" size="icon" aria-label={`Try again: ${path}`} onClick={() => queue.retry(id)}>
          <RotateCcw aria-hidden className="size-4" />
        </Button>
      )}
      {mayCancel && (
        <Button variant="quiet" size="icon" aria-label={`Cancel ${path}`} onClick={() => queue.cancel(id)}>
          <X aria-hidden className="size-4" />
        </Button>
      )}
    </li>
  );
});

/** Whether the bytes of an item whose access is not public are encrypted already. */
const isEncrypted = (state: UploadState) =>
  state.kind === 'done' ||
  (state.kind === 'working' && (state.phase === 'sending' || state.phase === 'finishing'));

/** A lock whose shackle closes when the file is encrypted. */
function ClosingLock({ isClosed }: { isClosed: boolean }) {
  return (
    <svg
      role="img"
      aria-label="encrypted"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      className="size-4 shrink-0 overflow-visible text-ink2"
    >
      <rect width={18} height={11} x={3} y={11} rx={2} />
      <path
        d="M7 11V7a5 5 0 0 1 10 0v4"
        className={`origin-[17px_11px] transition-transform duration-[240ms] ${isClosed ? '' : '-translate-y-1 rotate-12'}`}
      />
    </svg>
  );
}

function describe({ state, sentBytes, size }: UploadItem): string {
  switch (state.kind) {
    case 'waiting':
      return `${formatBytes(size)} · waiting`;
    case 'conflict':
      return `${state.identical ? 'Identical to' : 'Already exists:'} version ${state.existing.version}`;
    case 'working':
      if (state.phase === 'comparing') return `${formatBytes(size)} · comparing with existing files`;
      if (state.phase === 'reading') return `${formatBytes(size)} · reading its text`;
      if (state.phase === 'encrypting') return `${formatBytes(size)} · encrypting`;
      if (state.phase === 'finishing') return `${formatBytes(size)} · finishing`;
      return `${formatBytes(sentBytes)} of ${formatBytes(size)}`;
    case 'done':
      return `${formatBytes(size)} · version ${state.receipt.version}${
        state.isTextLeftOut ? ' · without searchable text: the lab has no room for more text' : ''
      }`;
    case 'failed':
      return state.failure.requestId
        ? `${state.failure.message} (request ${state.failure.requestId})`
        : state.failure.message;
    case 'skipped':
      return `Skipped: ${state.reason}`;
    case 'cancelled':
      return 'Cancelled';
  }
}

function StateIcon({ state }: { state: UploadState }) {
  const size = 'mt-0.5 size-4 shrink-0';
  switch (state.kind) {
    case 'done':
      return <CircleCheck aria-hidden className={`${size} text-good`} />;
    case 'failed':
      return <CircleAlert aria-hidden className={`${size} text-bad`} />;
    case 'conflict':
      return <CircleAlert aria-hidden className={`${size} text-warn`} />;
    case 'working':
      return <LoaderCircle aria-hidden className={`${size} animate-spin text-acc`} />;
    case 'waiting':
      return <CircleDashed aria-hidden className={`${size} text-ink2`} />;
    default:
      return <CircleMinus aria-hidden className={`${size} text-ink2`} />;
  }
}
