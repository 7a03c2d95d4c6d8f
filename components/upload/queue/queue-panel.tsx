'use client';
import { ChevronDown, ChevronUp, Pause, Play, RotateCcw, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { BelowHeader } from '#components/ui/below-header.tsx';
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

// A list of finished uploads closes after this time, unless somebody looks into it.
const CLOSES_MS = 5_000;

interface QueuePanelProps {
  queue: UploadQueue;
  snapshot: QueueSnapshot;
}

/** One line with the progress of the uploads, and below it their list and the questions about them. */
export function QueuePanel({ queue, snapshot }: QueuePanelProps) {
  // Expanded while uploads need a decision, unless the user collapsed it.
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [isHeld, setHeld] = useState(false);

  const { items, paused, active, sentBytes, totalBytes } = snapshot;
  const conflicts = items.filter((item) => item.state.kind === 'conflict');
  const failed = items.filter((item) => item.state.kind === 'failed').length;
  const isOpen = chosen ?? (conflicts.length > 0 || failed > 0);
  const isFinished = !active && conflicts.length === 0 && failed === 0;
  const closes = isFinished && !isOpen && !isHeld;
  useEffect(() => {
    if (!closes) return;
    const timer = setTimeout(() => queue.clear(), CLOSES_MS);
    return () => clearTimeout(timer);
  }, [closes, queue]);
  const Toggle = isOpen ? ChevronUp : ChevronDown;
  return (
    <BelowHeader>
      <section
        aria-label="Uploads"
        className="flex flex-col rounded border border-line bg-sheet"
        onPointerEnter={() => setHeld(true)}
        onPointerLeave={() => setHeld(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        <header className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1 pr-1 pl-4">
          <h2 className="min-w-0 basis-48 truncate font-sans text-sm font-semibold max-sm:flex-1 max-sm:basis-1/2">
            {headlineOf(snapshot)}
          </h2>
          <div className="flex items-center gap-1 sm:order-last">
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
            {isFinished && (
              <Button variant="quiet" size="icon" aria-label="Close" onClick={() => queue.clear()}>
                <X aria-hidden className="size-4" />
              </Button>
            )}
          </div>
          <div className="min-w-24 flex-1 max-sm:basis-1/2">
            <ProgressBar label="All uploads" value={sentBytes} max={Math.max(1, totalBytes)} />
          </div>
          <p className="tabular text-sm text-ink2 max-sm:pr-3">
            {formatBytes(sentBytes)} of {formatBytes(totalBytes)}
            {timeLeft(snapshot)}
          </p>
          <p role="status" className="sr-only">
            {headlineOf(snapshot)}
          </p>
        </header>
        {isOpen && (
          <div className="max-h-[40dvh] overflow-y-auto border-t border-line">
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
    </BelowHeader>
  );
}

function mostUrgent(items: readonly UploadItem[]): readonly UploadItem[] {
  const byUrgency = items.toSorted((a, b) => urgency.indexOf(a.state.kind) - urgency.indexOf(b.state.kind));
  return byUrgency.slice(0, MAX_ROWS);
}

/** What the uploads have come to, e.g. "Uploading: 3 of 12 done". */
export function headlineOf({ items, paused, offline, active }: QueueSnapshot): string {
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
