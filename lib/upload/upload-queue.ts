import { LabroomError } from '#packages/client/api-failure.ts';
import { CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import {
  type UploadCheckpoint,
  type UploadRequest,
  uploadFile,
} from '#packages/client/upload/upload-file.ts';
import type { ExistingFile, QueuePorts, UploadReceipt } from '#packages/client/upload/upload-ports.ts';
import { freePath, toDataRoomPath } from './data-room-path.ts';
import { type QueueSnapshot, snapshotOf } from './queue-snapshot.ts';
import { RateMeter } from './rate-meter.ts';
import {
  sizeProblem,
  toUploadFailure,
  type UploadItem,
  type UploadSettings,
  type UploadState,
} from './upload-item.ts';
import { isUploadedAlready, mayBeUploaded, plaintextHashOf, type UploadMemory } from './upload-memory.ts';

export type ConflictChoice = 'newVersion' | 'replacement' | 'rename' | 'skip';

export interface QueueOptions {
  ports: QueuePorts;
  /** The file at a path, as far as the page knows. Unknown conflicts are detected by `finish`. */
  existing(path: string): ExistingFile | undefined;
  onDone?(path: string, receipt: UploadReceipt): void;
  concurrency?: number;
  /** Survives a reload, so that a finished file is recognized when it is dropped again. */
  memory?: UploadMemory;
}

interface Job {
  item: UploadItem;
  file: File;
  settings: UploadSettings;
  target: UploadRequest['target'];
  checkpoint: UploadCheckpoint;
  controller: AbortController | undefined;
}

const PROGRESS_INTERVAL_MS = 100;

/**
 * Uploads files into one data room, a few at a time. A framework-independent store: `subscribe` and `getSnapshot` fit
 * `useSyncExternalStore`. Pausing stops active uploads. Resuming sends them again from the first byte; encrypted
 * content is reused.
 */
export class UploadQueue {
  readonly #ports: QueuePorts;
  readonly #options: QueueOptions;
  readonly #rate: RateMeter;
  readonly #jobs = new Map<number, Job>();
  readonly #uploaded = new Map<string, ExistingFile>();
  readonly #policies = new Map<number, ConflictChoice>();
  readonly #listeners = new Set<() => void>();
  #paused = false;
  #nextId = 1;
  #nextBatch = 1;
  #lastProgressAt = 0;
  #snapshot: QueueSnapshot;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#ports = options.ports;
    this.#rate = new RateMeter(options.ports.now);
    this.#snapshot = this.#takeSnapshot();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): QueueSnapshot => this.#snapshot;

  /**
   * Queues files under a folder of the data room. Files that cannot be uploaded are listed as skipped, with the reason.
   */
  add(
    files: ReadonlyArray<{ file: File; path: string }>,
    folder: readonly string[],
    settings: UploadSettings,
  ): void {
    const batch = this.#nextBatch++;
    for (const { file, path: relativePath } of files) {
      const result = toDataRoomPath(folder, relativePath);
      const path = 'path' in result ? result.path : relativePath;
      const problem = 'problem' in result ? result.problem : sizeProblem(file);
      this.#enqueue({ file, settings, target: { path } }, { batch, path, problem });
    }
    this.#rememberQueued(batch);
    this.#advance();
  }

  /** Queues a new version of a file that the user chose. */
  addVersion(file: File, { did, path }: { did: string; path: string }, settings: UploadSettings): void {
    const place = { batch: this.#nextBatch++, path, problem: sizeProblem(file) };
    this.#enqueue({ file, settings, target: { ref: did } }, place);
    this.#advance();
  }

  #enqueue(
    job: Pick<Job, 'file' | 'settings' | 'target'>,
    { batch, path, problem }: { batch: number; path: string; problem: string | undefined },
  ): void {
    const state: UploadState = problem ? { kind: 'skipped', reason: problem } : { kind: 'waiting' };
    const id = this.#nextId++;
    const { size } = job.file;
    const item = { id, batch, path, size, sentBytes: 0, access: job.settings.access.level, state };
    this.#jobs.set(id, { ...job, item, checkpoint: {}, controller: undefined });
  }

  pause(): void {
    this.#paused = true;
    for (const job of this.#jobs.values()) if (!isFinishing(job.item.state)) job.controller?.abort();
    this.#rate.reset();
    this.#changed();
  }

  resume(): void {
    this.#paused = false;
    this.#advance();
  }

  /** Cancels an upload, unless it is being finished. */
  cancel(id: number): void {
    const job = this.#jobs.get(id);
    if (!job || isFinishing(job.item.state)) return;
    const { kind } = job.item.state;
    if (kind === 'done' || kind === 'skipped') return;
    this.#setState(job, { kind: 'cancelled' });
    this.#forgetUnfinished(job);
    job.controller?.abort();
    job.checkpoint = {};
    this.#advance();
  }

  cancelAll(): void {
    for (const id of this.#jobs.keys()) this.cancel(id);
  }

  /** Retries a failed or cancelled upload from where it stopped. */
  retry(id: number): void {
    const job = this.#jobs.get(id);
    if (job?.item.state.kind !== 'failed' && job?.item.state.kind !== 'cancelled') return;
    this.#setState(job, { kind: 'waiting' });
    this.#advance();
  }

  retryFailed(): void {
    for (const [id, job] of this.#jobs) if (job.item.state.kind === 'failed') this.retry(id);
  }

  /** Resolves a conflict. With `forAll`, also every other conflict of the same drop, including later ones. */
  resolve(id: number, choice: ConflictChoice, forAll = false): void {
    const chosen = this.#jobs.get(id);
    if (!chosen) return;
    if (forAll) this.#policies.set(chosen.item.batch, choice);
    for (const job of this.#jobs.values()) {
      if (job !== chosen && !(forAll && job.item.batch === chosen.item.batch)) continue;
      if (job.item.state.kind === 'conflict') this.#decide(job, job.item.state.existing, choice);
    }
    this.#advance();
  }

  /** Removes done, skipped and cancelled files from the list. */
  clear(): void {
    for (const [id, { item }] of this.#jobs) {
      if (['done', 'skipped', 'cancelled'].includes(item.state.kind)) this.#jobs.delete(id);
    }
    this.#changed();
  }

  #advance(): void {
    const limit = this.#options.concurrency ?? 3;
    for (const job of this.#jobs.values()) {
      if (this.#paused || this.#running().length >= limit) break;
      if (job.item.state.kind !== 'waiting' || job.controller || this.#isPathBusy(job)) continue;
      const existing = 'path' in job.target ? this.#find(job.target.path) : undefined;
      if (existing && mayBeUploaded(job.file, existing, this.#recall(job))) void this.#compare(job, existing);
      else if (existing) this.#meetConflict(job, existing);
      if (job.item.state.kind === 'waiting') void this.#run(job);
    }
    if (this.#running().length === 0) this.#rate.reset();
    this.#changed();
  }

  /** Skips a file that was finished before a reload. Any other file at the path is a conflict. */
  async #compare(job: Job, existing: ExistingFile): Promise<void> {
    const controller = new AbortController();
    job.controller = controller;
    this.#setState(job, { kind: 'working', phase: 'comparing' });
    try {
      const { file } = job;
      const isSame = await isUploadedAlready(
        this.#ports,
        file,
        existing,
        this.#recall(job),
        controller.signal,
      );
      if (job.item.state.kind === 'cancelled') return;
      if (isSame) this.#setState(job, { kind: 'skipped', reason: 'Already uploaded and unchanged.' });
      else this.#meetConflict(job, existing);
    } catch (error) {
      await this.#settleFailure(job, controller, error);
    } finally {
      job.controller = undefined;
      this.#advance();
    }
  }

  async #run(job: Job): Promise<void> {
    const controller = new AbortController();
    job.controller = controller;
    const { file, settings, target, checkpoint } = job;
    try {
      const request = { ...settings, file, contentType: contentTypeOf(file), target };
      const receipt = await uploadFile(this.#ports, request, checkpoint, controller.signal, {
        onPhase: (phase) => this.#setState(job, { kind: 'working', phase }),
        onBytes: (bytes) => this.#progress(job, bytes),
      });
      this.#uploaded.set(job.item.path, {
        did: receipt.datasetId,
        version: receipt.version,
        accessLevel: settings.access.level,
      });
      this.#rememberDone(job, receipt);
      job.checkpoint = {};
      this.#setState(job, { kind: 'done', receipt });
      this.#options.onDone?.(job.item.path, receipt);
    } catch (error) {
      await this.#settleFailure(job, controller, error);
    } finally {
      job.controller = undefined;
      this.#advance();
    }
  }

  async #settleFailure(job: Job, controller: AbortController, error: unknown): Promise<void> {
    if (job.item.state.kind === 'cancelled') return;
    if (controller.signal.aborted || (error instanceof CryptoError && error.code === 'ABORTED')) {
      job.item = { ...job.item, sentBytes: 0 };
      this.#setState(job, { kind: 'waiting' });
      return;
    }
    if (error instanceof LabroomError && error.reason === 'PATH_OCCUPIED') {
      const { oclId } = job.settings;
      const existing = await this.#ports.api.findFile(oclId, job.item.path).catch(() => null);
      if (existing) {
        this.#uploaded.set(job.item.path, existing);
        // The next attempt finds the other file, and compares or asks.
        this.#setState(job, { kind: 'waiting' });
        return;
      }
    }
    this.#setState(job, { kind: 'failed', failure: toUploadFailure(error) });
  }

  #meetConflict(job: Job, existing: ExistingFile): void {
    const policy = this.#policies.get(job.item.batch);
    if (policy) this.#decide(job, existing, policy);
    else this.#setState(job, { kind: 'conflict', existing });
  }

  #decide(job: Job, existing: ExistingFile, choice: ConflictChoice): void {
    if (choice === 'skip') {
      this.#setState(job, { kind: 'skipped', reason: 'Already exists.' });
      this.#forgetUnfinished(job);
      return;
    }
    if (choice === 'replacement') job.settings = { ...job.settings, replacesMetadata: true };
    if (choice === 'rename') {
      this.#forgetUnfinished(job);
      const path = freePath(job.item.path, (candidate) => this.#isTaken(candidate));
      job.target = { path };
      job.item = { ...job.item, path };
    } else job.target = { ref: existing.did };
    this.#setState(job, { kind: 'waiting' });
  }

  #rememberQueued(batch: number): void {
    const { memory } = this.#options;
    const queued = [...this.#jobs.values()].filter(
      ({ item }) => item.batch === batch && item.state.kind === 'waiting' && !memory?.recall(item.path),
    );
    memory?.remember(queued.map(({ item }) => [item.path, { size: item.size, done: null }]));
  }

  #rememberDone({ item, checkpoint }: Job, { datasetId: did, version }: UploadReceipt): void {
    const done = { did, version, contentHash: plaintextHashOf(checkpoint) };
    this.#options.memory?.remember([[item.path, { size: item.size, done }]]);
  }

  #forgetUnfinished({ item }: Job): void {
    const { memory } = this.#options;
    if (memory?.recall(item.path)?.done === null) memory.forget([item.path]);
  }

  #recall({ item }: Job) {
    return this.#options.memory?.recall(item.path);
  }

  #find(path: string): ExistingFile | undefined {
    return this.#uploaded.get(path) ?? this.#options.existing(path);
  }

  #isTaken(path: string): boolean {
    return this.#find(path) !== undefined || [...this.#jobs.values()].some((job) => job.item.path === path);
  }

  // Two files with the same path are uploaded one after the other, so that the second sees the first as a conflict.
  #isPathBusy(job: Job): boolean {
    return this.#running().some((other) => other.item.path === job.item.path);
  }

  #running(): Job[] {
    return [...this.#jobs.values()].filter((job) => job.controller !== undefined);
  }

  #progress(job: Job, bytes: number): void {
    if (job.item.state.kind !== 'working') return;
    // Excludes the authentication tag of an encrypted file from the progress.
    const sentBytes = Math.min(bytes, job.item.size);
    this.#rate.add(Math.max(0, sentBytes - job.item.sentBytes));
    job.item = { ...job.item, sentBytes };
    const now = this.#ports.now();
    if (now - this.#lastProgressAt < PROGRESS_INTERVAL_MS) return;
    this.#lastProgressAt = now;
    this.#changed();
  }

  #setState(job: Job, state: UploadState): void {
    // A step that reports after a cancellation must not revive the upload.
    if (job.item.state.kind === 'cancelled' && state.kind === 'working') return;
    job.item = { ...job.item, state, ...(state.kind === 'done' && { sentBytes: job.item.size }) };
    this.#changed();
  }

  #changed(): void {
    this.#snapshot = this.#takeSnapshot();
    for (const listener of this.#listeners) listener();
  }

  #takeSnapshot(): QueueSnapshot {
    const items = [...this.#jobs.values()].map((job) => job.item);
    const isSending = this.#running().length > 0;
    return snapshotOf(items, this.#paused, (bytes) => (isSending ? this.#rate.secondsFor(bytes) : null));
  }
}

const isFinishing = (state: UploadState) => state.kind === 'working' && state.phase === 'finishing';
