import { LabroomError } from '#packages/client/api-failure.ts';
import { aborted, CryptoError } from '#packages/client/crypto/crypto-error.ts';
import { isIdentical, mayBeIdentical, storedSize } from '#packages/client/upload/compare-with-existing.ts';
import { contentTypeOf } from '#packages/client/upload/content-type.ts';
import { type UploadCheckpoint, uploadFile } from '#packages/client/upload/upload-file.ts';
import { cancelParts } from '#packages/client/upload/upload-in-parts.ts';
import type { ExistingFile, QueuePorts, UploadReceipt } from '#packages/client/upload/upload-ports.ts';
import type { UploadRequest } from '#packages/client/upload/upload-request.ts';
import { freePath, toDataRoomPath } from './data-room-path.ts';
import { type QueueSnapshot, snapshotOf } from './queue-snapshot.ts';
import { RateMeter } from './rate-meter.ts';
import type { UnfinishedDrop } from './unfinished-drops.ts';
import {
  isTextQuotaExceeded,
  sizeProblem,
  toUploadFailure,
  type UploadFailure,
  type UploadItem,
  type UploadSettings,
  type UploadState,
} from './upload-item.ts';

export type ConflictChoice = 'newVersion' | 'replacement' | 'rename' | 'skip';

export interface Resolution {
  /** Also for every conflict like it, including later ones. */
  forAll?: boolean;
  /** What changed in the new version. */
  changeNote?: string;
}

export interface QueueOptions {
  ports: QueuePorts;
  /** The file at a path of a lab, as far as the pages know. Unknown conflicts are detected by `finish`. */
  existing(oclId: string, path: string): ExistingFile | undefined;
  onDone?(item: UploadItem, receipt: UploadReceipt): void;
  concurrency?: number;
  /** Remembers a drop across reloads. Its files have their paths in the data room. */
  remember?(drop: UnfinishedDrop, files: { file: File; path: string }[]): (path: string) => void;
}

interface Job {
  item: UploadItem;
  file: File;
  settings: UploadSettings;
  target: UploadRequest['target'];
  /** The conflict with the file at its path is settled. */
  isDecided: boolean;
  /** The lab has no room for its searchable text, so it is sent without. */
  isTextLeftOut: boolean;
  checkpoint: UploadCheckpoint;
  controller: AbortController | undefined;
}

const PROGRESS_INTERVAL_MS = 100;

const requestOf = ({ settings, file, target }: Job): UploadRequest => ({
  ...settings,
  oclId: settings.lab.oclId,
  file,
  contentType: contentTypeOf(file),
  target,
});

/**
 * Uploads files into data rooms, a few at a time. A framework-independent store: `subscribe` and `getSnapshot` fit
 * `useSyncExternalStore`. Pausing stops active uploads. Resuming sends small files again from the first byte, with the
 * encrypted content, and the missing parts of large ones.
 */
export class UploadQueue {
  readonly #ports: QueuePorts;
  readonly #options: QueueOptions;
  readonly #rate: RateMeter;
  readonly #jobs = new Map<number, Job>();
  readonly #uploaded = new Map<string, ExistingFile>();
  readonly #policies = new Map<string, Decision>();
  readonly #remembered = new Map<number, (path: string) => void>();
  readonly #listeners = new Set<() => void>();
  #paused = false;
  #offline = false;
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
   * With `skipsIdentical`, files that equal the newest version are skipped without a question.
   */
  add(
    files: ReadonlyArray<{ file: File; path: string }>,
    folder: readonly string[],
    settings: UploadSettings,
    { skipsIdentical = false } = {},
  ): void {
    const batch = this.#nextBatch++;
    if (skipsIdentical) this.#policies.set(policyKey(batch, true), { choice: 'skip' });
    for (const { file, path: relativePath } of files) {
      const result = toDataRoomPath(folder, relativePath);
      const path = 'path' in result ? result.path : relativePath;
      const problem = 'problem' in result ? result.problem : sizeProblem(file);
      this.#enqueue({ file, settings, target: { path } }, { batch, path, problem });
    }
    this.#remember(batch, settings);
    this.#advance();
  }

  /** Queues a new version of a file that the user chose. */
  addVersion(file: File, { did, path }: { did: string; path: string }, settings: UploadSettings): void {
    const place = { batch: this.#nextBatch++, path, problem: sizeProblem(file) };
    this.#enqueue({ file, settings, target: { ref: did } }, place);
    this.#remember(place.batch, settings);
    this.#advance();
  }

  #enqueue(
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
      isTextLeftOut: false,
      checkpoint: {},
      controller: undefined,
    });
  }

  pause(): void {
    this.#paused = true;
    this.#stopRunning();
  }

  resume(): void {
    this.#paused = false;
    this.#advance();
  }

  /** Stops uploads while there is no network. Afterwards they continue, and those that it has failed are retried. */
  setOffline(offline: boolean): void {
    if (offline === this.#offline) return;
    this.#offline = offline;
    if (offline) this.#stopRunning();
    else this.#retryFailed((failure) => failure.isNetwork);
  }

  #stopRunning(): void {
    for (const job of this.#jobs.values()) if (!isFinishing(job.item.state)) job.controller?.abort();
    this.#rate.reset();
    this.#changed();
  }

  /** Cancels an upload, unless it is being finished. */
  cancel(id: number): void {
    const job = this.#jobs.get(id);
    if (!job || isFinishing(job.item.state)) return;
    const { kind } = job.item.state;
    if (kind === 'done' || kind === 'skipped') return;
    this.#setState(job, { kind: 'cancelled' });
    this.#forget(job);
    job.controller?.abort();
    const { inParts } = this.#ports;
    if (inParts) void cancelParts({ ...this.#ports, inParts }, requestOf(job), job.checkpoint);
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
    this.#retryFailed(() => true);
  }

  #retryFailed(isWanted: (failure: UploadFailure) => boolean): void {
    for (const job of this.#jobs.values()) {
      const { state } = job.item;
      if (state.kind === 'failed' && isWanted(state.failure)) this.#setState(job, { kind: 'waiting' });
    }
    this.#advance();
  }

  resolve(id: number, choice: ConflictChoice, { forAll = false, changeNote }: Resolution = {}): void {
    const chosen = this.#jobs.get(id);
    if (chosen?.item.state.kind !== 'conflict') return;
    const decision = { choice, changeNote: changeNote || undefined };
    if (forAll) this.#policies.set(policyKey(chosen.item.batch, chosen.item.state.identical), decision);
    for (const item of forAll ? conflictsLike(this.#snapshot.items, chosen.item) : [chosen.item]) {
      const job = this.#jobs.get(item.id);
      if (job?.item.state.kind === 'conflict') this.#decide(job, job.item.state, decision);
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
      if (this.#paused || this.#offline || this.#running().length >= limit) break;
      if (job.item.state.kind !== 'waiting' || job.controller || this.#isPathBusy(job)) continue;
      const existing = job.isDecided ? undefined : this.#findFor(job);
      if (existing && mayBeIdentical(job.file, existing)) void this.#compare(job, existing);
      else if (existing) this.#meetConflict(job, existing, false);
      if (job.item.state.kind === 'waiting') void this.#run(job);
    }
    if (this.#running().length === 0) this.#rate.reset();
    this.#changed();
  }

  async #compare(job: Job, existing: ExistingFile): Promise<void> {
    const controller = new AbortController();
    job.controller = controller;
    this.#setState(job, { kind: 'working', phase: 'comparing' });
    try {
      const { lab, path } = job.item;
      const place = { oclId: lab.oclId, path, existing };
      const identical = await isIdentical(this.#ports, job.file, place, controller.signal);
      if (job.item.state.kind !== 'cancelled') this.#meetConflict(job, existing, identical);
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
    const { checkpoint } = job;
    try {
      await this.#readText(job, controller.signal);
      const send = () =>
        uploadFile(this.#ports, requestOf(job), checkpoint, controller.signal, {
          onPhase: (phase) => this.#setState(job, { kind: 'working', phase }),
          onBytes: (bytes) => this.#progress(job, bytes),
        });
      const receipt = await send().catch((error: unknown) => {
        if (!job.settings.contentText || !isTextQuotaExceeded(error)) throw error;
        job.settings = { ...job.settings, contentText: '' };
        job.isTextLeftOut = true;
        return send();
      });
      const accessLevel = job.settings.access.level;
      this.#uploaded.set(placeOf(job.item), {
        did: receipt.datasetId,
        version: receipt.version,
        accessLevel,
        contentHash: receipt.contentHash,
        contentLength: String(storedSize(job.file.size, accessLevel)),
      });
      this.#forget(job);
      job.checkpoint = {};
      this.#setState(job, { kind: 'done', receipt, isTextLeftOut: job.isTextLeftOut });
      this.#options.onDone?.(job.item, receipt);
    } catch (error) {
      await this.#settleFailure(job, controller, error);
    } finally {
      job.controller = undefined;
      this.#advance();
    }
  }

  /** Read once, so that a retry sends the same text. Without a text, a new version keeps the previous one. */
  async #readText(job: Job, signal: AbortSignal): Promise<void> {
    const { readsText, ...settings } = job.settings;
    if (!readsText || (readsText === 'ofPublicFiles' && settings.access.level !== 'PUBLIC')) return;
    this.#setState(job, { kind: 'working', phase: 'reading' });
    const text = await this.#ports.readText(job.file, signal);
    if (signal.aborted) throw aborted();
    job.settings = text === null ? settings : { ...settings, contentText: text };
  }

  async #settleFailure(job: Job, controller: AbortController, error: unknown): Promise<void> {
    if (job.item.state.kind === 'cancelled') return;
    if (controller.signal.aborted || (error instanceof CryptoError && error.code === 'ABORTED')) {
      job.item = { ...job.item, sentBytes: 0 };
      this.#setState(job, { kind: 'waiting' });
      return;
    }
    if (error instanceof LabroomError && error.reason === 'PATH_OCCUPIED') {
      const { lab, path } = job.item;
      const existing = await this.#ports.api.findFile(lab.oclId, path).catch(() => null);
      if (existing) {
        this.#uploaded.set(placeOf(job.item), existing);
        job.isDecided = false;
        // The next attempt finds the other file, and compares or asks.
        this.#setState(job, { kind: 'waiting' });
        return;
      }
    }
    const failure = toUploadFailure(error);
    this.#setState(
      job,
      this.#offline && failure.isNetwork ? { kind: 'waiting' } : { kind: 'failed', failure },
    );
  }

  #meetConflict(job: Job, existing: ExistingFile, identical: boolean): void {
    // A new version of a file that the user chose is expected, unless it changes nothing.
    const isExpected = 'ref' in job.target && !identical;
    const policy = isExpected ? expected : this.#policies.get(policyKey(job.item.batch, identical));
    const conflict = { kind: 'conflict', existing, identical } as const;
    if (policy) this.#decide(job, conflict, policy);
    else this.#setState(job, conflict);
  }

  #decide(job: Job, { existing, identical }: Conflict, { choice, changeNote }: Decision): void {
    if (choice === 'skip') {
      const reason = identical ? `Identical to version ${existing.version}.` : 'Already exists.';
      this.#setState(job, { kind: 'skipped', reason });
      this.#forget(job);
      return;
    }
    job.isDecided = true;
    if (choice === 'replacement') job.settings = { ...job.settings, replacesMetadata: true };
    if (changeNote && choice !== 'rename') job.settings = { ...job.settings, changeNote };
    if (choice === 'rename') {
      this.#forget(job);
      const { lab } = job.item;
      const path = freePath(job.item.path, (candidate) => this.#isTaken({ lab, path: candidate }));
      job.target = { path };
      job.item = { ...job.item, path };
    } else if ('path' in job.target) job.target = { ref: existing.did };
    this.#setState(job, { kind: 'waiting' });
  }

  #remember(batch: number, { lab, changeBy, access, minimum }: UploadSettings): void {
    const files = [...this.#jobs.values()].flatMap(({ item, file }) =>
      item.batch === batch && item.state.kind === 'waiting' ? { file, path: item.path } : [],
    );
    if (files.length === 0 || !this.#options.remember) return;
    const paths = files.map(({ path }) => path);
    const drop = { lab, changeBy, access: { level: access.level, minimum }, paths };
    this.#remembered.set(batch, this.#options.remember(drop, files));
  }

  #forget({ item }: Job): void {
    this.#remembered.get(item.batch)?.(item.path);
  }

  #find(place: Place): ExistingFile | undefined {
    return this.#uploaded.get(placeOf(place)) ?? this.#options.existing(place.lab.oclId, place.path);
  }

  /** The file that an upload would replace. */
  #findFor({ item, target }: Job): ExistingFile | undefined {
    const existing = this.#find(item);
    return 'ref' in target && target.ref !== existing?.did ? undefined : existing;
  }

  #isTaken(place: Place): boolean {
    const jobs = [...this.#jobs.values()];
    return this.#find(place) !== undefined || jobs.some(({ item }) => placeOf(item) === placeOf(place));
  }

  // Two files with the same path are uploaded one after the other, so that the second sees the first as a conflict.
  #isPathBusy(job: Job): boolean {
    return this.#running().some((other) => placeOf(other.item) === placeOf(job.item));
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
    const holds = { paused: this.#paused, offline: this.#offline };
    return snapshotOf(items, holds, (bytes) => (isSending ? this.#rate.secondsFor(bytes) : null));
  }
}

type Conflict = Extract<UploadState, { kind: 'conflict' }>;

interface Decision {
  choice: ConflictChoice;
  changeNote?: string | undefined;
}

const expected: Decision = { choice: 'newVersion' };

type Place = Pick<UploadItem, 'lab' | 'path'>;

const placeOf = ({ lab, path }: Place) => `${lab.oclId}/${path}`;

const policyKey = (batch: number, identical: boolean) => `${batch} ${identical}`;

/** The conflicts that one choice can resolve: of one drop, all identical to existing versions or all not. */
export function conflictsLike(items: readonly UploadItem[], { batch, state }: UploadItem): UploadItem[] {
  return items.filter(
    (other) =>
      other.batch === batch &&
      other.state.kind === 'conflict' &&
      state.kind === 'conflict' &&
      other.state.identical === state.identical,
  );
}

const isFinishing = (state: UploadState) => state.kind === 'working' && state.phase === 'finishing';
