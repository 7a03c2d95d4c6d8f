'use client';
import { ChevronDown, ChevronUp, Pause, Play, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { ProgressBar } from '#components/ui/progress-bar.tsx';
import { conflictsLike } from '#lib/upload/conflicts.ts';
import type { QueueSnapshot } from '#lib/upload/queue-snapshot.ts';
import type { UploadItem } from '#lib/upload/upload-item.ts';
import type { UploadQueue } from '#lib/upload/upload-queue.ts';
import { ConflictChooser } from './conflict-chooser.tsx';
import { QueueRow } from './queue-row.tsx';

// Files that are being uploaded or need a decision come first. Of hundreds, the counts cover the rest.
const MAX_ROWS = 60;
const urgency = ['working', 'conflict', 'failed', 'waiting', 'done', 'skipped', 'cancelled'];

/** The corner of the window; on a phone its lower edge. */
export const trayClass =
  'fixed inset-x-0 bottom-[var(--bottom-bar,0px)] z-30 flex max-h-[60dvh] flex-col overflow-y-auto border border-line bg-sheet sm:inset-x-auto sm:right-4 sm:bottom-4 sm:w-104 sm:rounded print:hidden';

interface QueuePanelProps {
  queue: UploadQueue;
  snapshot: QueueSnapshot;
}

/** A list of uploads with their progress, and the questions about them. */
export function QueuePanel({ queue, snapshot }: QueuePanelProps) {
  // Expanded while uploads are active or need a decision, unless the user collapsed it.
  const [chosen, setChosen] = useState<boolean | null>(null);

  const { items, paused, active, sentBytes, totalBytes } = snapshot;
  const conflicts = items.filter((item) => item.state.kind === 'conflict');
  const failed = items.filter((item) => item.state.kind === 'failed').length;
  const isOpen = chosen ?? (active || conflicts.length > 0 || failed > 0);
  const Toggle = isOpen ? ChevronDown : ChevronUp;
  return (
    <>
      {/* Space to scroll the end of the page out from under the panel. */}
      <div aria-hidden className="h-32" />
      <section aria-label="Uploads" className={trayClass}>
        <header className="flex flex-col gap-2 p-4">
          <div className="flex items-center gap-1">
            <h2 className="min-w-0 flex-1 truncate text-base">{headline(snapshot)}</h2>
            {active && (
              <Button
                variant="quiet"
                size="icon"
                aria-label={paused ? 'Resume uploads' : 'Pause uploads'}
                onClick={() => (paused ? queue.resume() : queue.pause())}
              >
                {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
              </Button>
            )}
            <Button
              variant="quiet"
              size="icon"
              aria-label={isOpen ? 'Hide the list of uploads' : 'Show the list of uploads'}
              aria-expanded={isOpen}
              onClick={() => setChosen(!isOpen)}
            >
              <Toggle aria-hidden className="size-4" />
            </Button>
            {!active && conflicts.length === 0 && failed === 0 && (
              <Button variant="quiet" size="icon" aria-label="Close" onClick={() => queue.clear()}>
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </div>
          <ProgressBar label="All uploads" value={sentBytes} max={Math.max(1, totalBytes)} />
          <p className="tabular text-sm text-ink2">
            {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
            {timeLeft(snapshot)}
          </p>
          <p role="status" className="sr-only">
            {headline(snapshot)}
          </p>
        </header>
        {isOpen && (
          <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
            {conflicts[0] && (
              <ConflictChooser
                key={conflicts[0].id}
                item={conflicts[0]}
                others={conflictsLike(items, conflicts[0]).length - 1}
                queue={queue}
              />
            )}
            <ul>
              {mostUrgent(items).map((item) => (
                <QueueRow key={item.id} item={item} queue={queue} />
              ))}
            </ul>
            {items.length > MAX_ROWS && (
              <p className="p-4 text-sm text-ink2">and {items.length - MAX_ROWS} more</p>
            )}
          </div>
        )}
        {isOpen && (active || failed > 0) && (
          <footer className="flex justify-end gap-2 border-t border-line p-2">
            {failed > 0 && (
              <Button size="sm" onClick={() => queue.retryFailed()}>
                <RotateCcw aria-hidden className="size-4" />
                {failed === 1 ? 'Try again' : `Try ${failed} again`}
              </Button>
            )}
            {!active && failed > 0 && (
              <Button size="sm" variant="quiet" onClick={() => queue.cancelAll()}>
                Discard
              </Button>
            )}
            {active && (
              <Button size="sm" variant="quiet" onClick={() => queue.cancelAll()}>
                Cancel all
              </Button>
            )}
          </footer>
        )}
      </section>
    </>
  );
}

function mostUrgent(items: readonly UploadItem[]): readonly UploadItem[] {
  const byUrgency = items.toSorted((a, b) => urgency.indexOf(a.state.kind) - urgency.indexOf(b.state.kind));
  return byUrgency.slice(0, MAX_ROWS);
}

function headline({ items, paused, offline, active }: QueueSnapshot): string {
  const count = (kind: string) => items.filter((item) => item.state.kind === kind).length;
  const [done, failed, conflicts] = [count('done'), count('failed'), count('conflict')];
  const [skipped, cancelled] = [count('skipped'), count('cancelled')];
  const counted = items.length - skipped - cancelled;
  const stage = paused ? 'Paused' : offline ? 'Waiting for the network' : 'Uploading';
  if (active) return `${stage}: ${done} of ${counted} done`;
  if (conflicts > 0) return conflicts === 1 ? 'One file already exists' : `${conflicts} files already exist`;
  if (failed > 0) return failed === 1 ? 'One upload failed' : `${failed} uploads failed`;
  if (done === 0 && skipped > 0) return skipped === 1 ? 'One file skipped' : `${skipped} files skipped`;
  return done === 1 ? 'One file uploaded' : `${done} files uploaded`;
}

function timeLeft({ secondsLeft, paused }: QueueSnapshot): string {
  if (paused || secondsLeft === null) return '';
  if (secondsLeft < 60) return ` · ${secondsLeft} s left`;
  const minutes = Math.round(secondsLeft / 60);
  return minutes < 60
    ? ` · ${minutes} min left`
    : ` · ${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
