import { contentTypeOf } from '@labroom/client/upload/content-type';
import type { UploadCheckpoint } from '@labroom/client/upload/upload-file';
import type { QueuePorts } from '@labroom/client/upload/upload-ports';
import type { UploadRequest } from '@labroom/client/upload/upload-request';
import { type QueueSnapshot, snapshotOf } from './queue-snapshot.ts';
import { RateMeter } from './rate-meter.ts';
import type { UploadItem, UploadSettings, UploadState } from './upload-item.ts';

export interface Job {
  item: UploadItem;
  file: File;
  settings: UploadSettings;
  target: UploadRequest['target'];
  /** The conflict with the file at its path is settled. */
  isDecided: boolean;
  /** It is a new version of a file whose access it keeps, which is asked for just before. */
  keepsAccess: boolean;
  /** The lab has no room for its searchable text, so it is sent without. */
  isTextLeftOut: boolean;
  checkpoint: UploadCheckpoint;
  controller: AbortController | undefined;
}

export const requestOf = ({ settings, file, target }: Job): UploadRequest => ({
  ...settings,
  oclId: settings.lab.oclId,
  file,
  contentType: contentTypeOf(file),
  target,
});

/** The encoding that the lab saved for a file which gets a new version; `undefined` where it saved none, or that cannot be read. */
export async function savedEncoding(
  api: QueuePorts['api'],
  { item, target }: Pick<Job, 'item' | 'target'>,
): Promise<string | undefined> {
  if (!('ref' in target)) return undefined;
  const existing = await api.findFile(item.lab.oclId, item.path).catch(() => null);
  return (existing?.did === target.ref && existing.savedView?.encoding) || undefined;
}

/** As many small files take a place of the queue, which has three. */
const SMALL_IN_A_PLACE = 80;

/** How much of a place of the queue an upload takes. Small files share their calls, so each takes little. */
export function placeTakenBy(job: Job, { small }: Pick<QueuePorts, 'small'>): number {
  return small?.takes(requestOf(job)) ? 1 / SMALL_IN_A_PLACE : 1;
}

export type Place = Pick<UploadItem, 'lab' | 'path'>;

export const placeOf = ({ lab, path }: Place) => `${lab.oclId}/${path}`;

export const isFinishing = (state: UploadState) => state.kind === 'working' && state.phase === 'finishing';

/** Ten paints a second took a quarter of the processor time of an upload. */
const PROGRESS_INTERVAL_MS = 250;
/** With more files than these, every change is summed up again at most so often. */
const MANY = 200;

/** The files of a queue, what became of them, and who is told of it. `subscribe` and `getSnapshot` fit `useSyncExternalStore`. */
export class QueueJobs {
  readonly holds = { paused: false, offline: false };
  readonly #now: () => number;
  readonly #rate: RateMeter;
  readonly #jobs = new Map<number, Job>();
  readonly #running = new Map<Job, string>();
  readonly #busyPlaces = new Set<string>();
  readonly #listeners = new Set<() => void>();
  #nextId = 1;
  #lastProgressAt = 0;
  #snapshot: QueueSnapshot;
  #isStale = false;
  #lastToldAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(now: () => number) {
    this.#now = now;
    this.#rate = new RateMeter(now);
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): QueueSnapshot => {
    if (this.#isStale) this.#snapshot = this.#takeSnapshot();
    this.#isStale = false;
    return this.#snapshot;
  };

  add(
    job: Pick<Job, 'file' | 'settings' | 'target'>,
    { batch, path, problem }: { batch: number; path: string; problem: string | undefined },
  ): void {
    const state: UploadState = problem ? { kind: 'skipped', reason: problem } : { kind: 'waiting' };
    const id = this.#nextId++;
    const { size } = job.file;
    const { lab, access } = job.settings;
    const item = { id, batch, lab, path, size, sentBytes: 0, access: access.level, state };
    this.#jobs.set(id, {
      ...job,
      item,
      isDecided: false,
      keepsAccess: false,
      isTextLeftOut: false,
      checkpoint: {},
      controller: undefined,
    });
  }

  all(): Job[] {
    return [...this.#jobs.values()];
  }

  get(id: number): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Removes done, skipped and cancelled files from the list. */
  clear(): void {
    for (const [id, { item }] of this.#jobs) {
      if (['done', 'skipped', 'cancelled'].includes(item.state.kind)) this.#jobs.delete(id);
    }
    this.changed();
  }

  /** In the order in which they were added. */
  *waiting(): Generator<Job> {
    for (const job of this.#jobs.values()) if (job.item.state.kind === 'waiting') yield job;
  }

  /** Those that are compared or uploaded now, and where they were when they began. */
  get running(): ReadonlyMap<Job, string> {
    return this.#running;
  }

  begin(job: Job, controller: AbortController): void {
    job.controller = controller;
    const place = placeOf(job.item);
    this.#running.set(job, place);
    this.#busyPlaces.add(place);
  }

  end(job: Job): void {
    job.controller = undefined;
    // It may have another path now.
    this.#busyPlaces.delete(this.#running.get(job) ?? '');
    this.#running.delete(job);
  }

  // Two files with the same path are uploaded one after the other, so that the second sees the first as a conflict.
  isPathBusy(job: Job): boolean {
    return this.#busyPlaces.has(placeOf(job.item));
  }

  progress(job: Job, bytes: number): void {
    if (job.item.state.kind !== 'working') return;
    // Excludes the authentication tag of an encrypted file from the progress.
    const sentBytes = Math.min(bytes, job.item.size);
    this.#rate.add({ bytes: Math.max(0, sentBytes - job.item.sentBytes), files: 0 });
    job.item = { ...job.item, sentBytes };
    const now = this.#now();
    if (now - this.#lastProgressAt < PROGRESS_INTERVAL_MS) return;
    this.#lastProgressAt = now;
    this.changed();
  }

  /** The time in which nothing was sent does not count. */
  resetRate(): void {
    this.#rate.reset();
  }

  setState(job: Job, state: UploadState): void {
    // A step that reports after a cancellation must not revive the upload.
    if (job.item.state.kind === 'cancelled' && state.kind === 'working') return;
    if (state.kind === 'working') this.#rate.start();
    if (state.kind === 'done') this.#rate.add({ bytes: job.item.size - job.item.sentBytes, files: 1 });
    job.item = { ...job.item, state, ...(state.kind === 'done' && { sentBytes: job.item.size }) };
    this.changed();
  }

  /** Tells of a change; of many files not more often than they are painted. */
  changed(): void {
    this.#isStale = true;
    const now = this.#now();
    const left = this.#jobs.size > MANY ? this.#lastToldAt + PROGRESS_INTERVAL_MS - now : 0;
    if (left <= 0) this.#tell();
    else this.#timer ??= setTimeout(() => this.#tell(), left);
  }

  #tell(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#lastToldAt = this.#now();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): QueueSnapshot {
    const items = this.all().map((job) => job.item);
    const isSending = this.#running.size > 0;
    return snapshotOf(items, this.holds, (left) => (isSending ? this.#rate.secondsFor(left) : null));
  }
}
