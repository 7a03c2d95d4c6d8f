import { LabroomError } from '@labroom/client/api-failure';
import { CryptoError } from '@labroom/client/crypto/crypto-error';
import { isIdentical, mayBeIdentical, storedSize } from '@labroom/client/upload/compare-with-existing';
import { isTextQuotaExceeded } from '@labroom/client/upload/text-quota';
import { uploadFile } from '@labroom/client/upload/upload-file';
import { cancelParts } from '@labroom/client/upload/upload-in-parts';
import type { ExistingFile, QueuePorts, UploadReceipt } from '@labroom/client/upload/upload-ports';
import { type ConflictChoice, Conflicts, conflictsLike, type EarlyChoice } from './conflicts.ts';
import { toDataRoomPath } from './data-room-path.ts';
import { readKeptAccess } from './kept-access.ts';
import { isFinishing, type Job, placeTakenBy, QueueJobs, requestOf } from './queue-jobs.ts';
import type { QueueSnapshot } from './queue-snapshot.ts';
import { readText } from './read-text.ts';
import type { UnfinishedDrop } from './unfinished-drops.ts';
import {
  sizeProblem,
  toUploadFailure,
  type UploadFailure,
  type UploadItem,
  type UploadSettings,
} from './upload-item.ts';

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

/**
 * Uploads files into data rooms, a few at a time. A framework-independent store: `subscribe` and `getSnapshot` fit
 * `useSyncExternalStore`. Pausing stops active uploads. Resuming sends small files again from the first byte, with the
 * encrypted content, and the missing parts of large ones.
 */
export class UploadQueue {
  readonly #ports: QueuePorts;
  readonly #options: QueueOptions;
  readonly #jobs: QueueJobs;
  readonly #conflicts: Conflicts;
  readonly #remembered = new Map<number, (path: string) => void>();
  #nextBatch = 1;
  #advances = false;

  constructor(options: QueueOptions) {
    this.#options = options;
    this.#ports = options.ports;
    this.#jobs = new QueueJobs(options.ports.now);
    const existing = (oclId: string, path: string) => options.existing(oclId, path);
    this.#conflicts = new Conflicts({ jobs: this.#jobs, existing, forget: (job) => this.#forget(job) });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#jobs.subscribe(listener);

  readonly getSnapshot = (): QueueSnapshot => this.#jobs.getSnapshot();

  /**
   * Queues files under a folder of the data room. Files that cannot be uploaded are listed as skipped, with the reason.
   * `decided` is what the user chose for files that exist. With `skipsIdentical`, those that equal the newest version are skipped
   * without a question.
   */
  add(
    files: ReadonlyArray<{ file: File; path: string }>,
    folder: readonly string[],
    settings: UploadSettings,
    { skipsIdentical = false, decided }: { skipsIdentical?: boolean; decided?: EarlyChoice | undefined } = {},
  ): void {
    const batch = this.#nextBatch++;
    if (decided) this.#conflicts.decideEarly(batch, decided);
    if (skipsIdentical) this.#conflicts.setPolicy(batch, true, { choice: 'skip' });
    for (const { file, path: relativePath } of files) {
      const result = toDataRoomPath(folder, relativePath);
      const path = 'path' in result ? result.path : relativePath;
      const problem = 'problem' in result ? result.problem : sizeProblem(file);
      this.#jobs.add({ file, settings, target: { path } }, { batch, path, problem });
    }
    this.#remember(batch, settings);
    this.#advance();
  }

  /** Queues a new version of a file that the user chose. */
  addVersion(file: File, { did, path }: { did: string; path: string }, settings: UploadSettings): void {
    const place = { batch: this.#nextBatch++, path, problem: sizeProblem(file) };
    this.#jobs.add({ file, settings, target: { ref: did } }, place);
    this.#remember(place.batch, settings);
    this.#advance();
  }

  pause(): void {
    this.#jobs.holds.paused = true;
    this.#stopRunning();
  }

  resume(): void {
    this.#jobs.holds.paused = false;
    this.#advance();
  }

  /** Stops uploads while there is no network. Afterwards they continue, and those that it has failed are retried. */
  setOffline(offline: boolean): void {
    if (offline === this.#jobs.holds.offline) return;
    this.#jobs.holds.offline = offline;
    if (offline) this.#stopRunning();
    else this.retryFailed((failure) => failure.isNetwork);
  }

  #stopRunning(): void {
    for (const job of this.#jobs.all()) if (!isFinishing(job.item.state)) job.controller?.abort();
    this.#jobs.resetRate();
    this.#jobs.changed();
  }

  /** Cancels an upload, unless it is being finished. */
  cancel(id: number): void {
    const job = this.#jobs.get(id);
    if (!job || isFinishing(job.item.state)) return;
    const { kind } = job.item.state;
    if (kind === 'done' || kind === 'skipped') return;
    this.#jobs.setState(job, { kind: 'cancelled' });
    this.#forget(job);
    job.controller?.abort();
    const { inParts } = this.#ports;
    if (inParts) void cancelParts({ ...this.#ports, inParts }, requestOf(job), job.checkpoint);
    job.checkpoint = {};
    this.#advance();
  }

  cancelAll(): void {
    for (const { item } of this.#jobs.all()) this.cancel(item.id);
  }

  /** Retries a failed or cancelled upload from where it stopped. */
  retry(id: number): void {
    const job = this.#jobs.get(id);
    if (job?.item.state.kind !== 'failed' && job?.item.state.kind !== 'cancelled') return;
    this.#jobs.setState(job, { kind: 'waiting' });
    this.#advance();
  }

  retryFailed(isWanted: (failure: UploadFailure) => boolean = () => true): void {
    for (const job of this.#jobs.all()) {
      const { state } = job.item;
      if (state.kind === 'failed' && isWanted(state.failure)) this.#jobs.setState(job, { kind: 'waiting' });
    }
    this.#advance();
  }

  resolve(id: number, choice: ConflictChoice, { forAll = false, changeNote }: Resolution = {}): void {
    const chosen = this.#jobs.get(id);
    if (chosen?.item.state.kind !== 'conflict') return;
    const decision = { choice, changeNote: changeNote || undefined };
    if (forAll) this.#conflicts.setPolicy(chosen.item.batch, chosen.item.state.identical, decision);
    for (const item of forAll ? conflictsLike(this.getSnapshot().items, chosen.item) : [chosen.item]) {
      const job = this.#jobs.get(item.id);
      if (job?.item.state.kind === 'conflict') this.#conflicts.decide(job, job.item.state, decision);
    }
    this.#advance();
  }

  /** Removes done, skipped and cancelled files from the list. */
  clear(): void {
    this.#jobs.clear();
  }

  #advance(): void {
    const { holds, running } = this.#jobs;
    let free = this.#options.concurrency ?? 3;
    for (const job of running.keys()) free -= placeTakenBy(job, this.#ports);
    for (const job of this.#jobs.waiting()) {
      if (holds.paused || holds.offline || free <= 0) break;
      if (job.controller || this.#jobs.isPathBusy(job)) continue;
      const existing = job.isDecided ? undefined : this.#conflicts.findFor(job);
      if (existing && mayBeIdentical(job.file, existing)) void this.#compare(job, existing);
      else if (existing) this.#conflicts.meet(job, existing, false);
      if (job.item.state.kind === 'waiting') void this.#run(job);
      if (running.has(job)) free -= placeTakenBy(job, this.#ports);
    }
    if (running.size === 0) this.#jobs.resetRate();
    this.#jobs.changed();
  }

  /** Files that end in the same call make place for others together. */
  #advanceSoon(): void {
    if (this.#advances) return;
    this.#advances = true;
    queueMicrotask(() => {
      this.#advances = false;
      this.#advance();
    });
  }

  async #compare(job: Job, existing: ExistingFile): Promise<void> {
    const controller = new AbortController();
    this.#jobs.begin(job, controller);
    this.#jobs.setState(job, { kind: 'working', phase: 'comparing' });
    try {
      const { lab, path } = job.item;
      const place = { oclId: lab.oclId, path, existing };
      const identical = await isIdentical(this.#ports, job.file, place, controller.signal);
      if (job.item.state.kind !== 'cancelled') this.#conflicts.meet(job, existing, identical);
    } catch (error) {
      await this.#settleFailure(job, controller, error);
    } finally {
      this.#jobs.end(job);
      this.#advanceSoon();
    }
  }

  async #run(job: Job): Promise<void> {
    const controller = new AbortController();
    this.#jobs.begin(job, controller);
    const { checkpoint } = job;
    try {
      if (job.keepsAccess)
        job.settings = { ...job.settings, access: await readKeptAccess(this.#ports.api, job) };
      await readText(this.#ports, this.#jobs, job, controller.signal);
      const send = () =>
        uploadFile(this.#ports, requestOf(job), checkpoint, controller.signal, {
          onPhase: (phase) => this.#jobs.setState(job, { kind: 'working', phase }),
          onBytes: (bytes) => this.#jobs.progress(job, bytes),
        });
      const receipt = await send().catch((error: unknown) => {
        if (!job.settings.contentText || !isTextQuotaExceeded(error)) throw error;
        job.settings = { ...job.settings, contentText: '' };
        job.isTextLeftOut = true;
        return send();
      });
      const accessLevel = job.settings.access.level;
      this.#conflicts.occupy(job.item, {
        did: receipt.datasetId,
        version: receipt.version,
        accessLevel,
        contentHash: receipt.contentHash,
        contentLength: String(storedSize(job.file.size, accessLevel)),
      });
      this.#forget(job);
      job.checkpoint = {};
      this.#jobs.setState(job, { kind: 'done', receipt, isTextLeftOut: job.isTextLeftOut });
      this.#options.onDone?.(job.item, receipt);
    } catch (error) {
      await this.#settleFailure(job, controller, error);
    } finally {
      this.#jobs.end(job);
      this.#advanceSoon();
    }
  }

  async #settleFailure(job: Job, controller: AbortController, error: unknown): Promise<void> {
    if (job.item.state.kind === 'cancelled') return;
    if (controller.signal.aborted || (error instanceof CryptoError && error.code === 'ABORTED')) {
      job.item = { ...job.item, sentBytes: 0 };
      this.#jobs.setState(job, { kind: 'waiting' });
      return;
    }
    if (error instanceof LabroomError && error.reason === 'PATH_OCCUPIED') {
      const { lab, path } = job.item;
      const existing = await this.#ports.api.findFile(lab.oclId, path).catch(() => null);
      if (existing) {
        this.#conflicts.occupy(job.item, existing);
        job.isDecided = false;
        // The next attempt finds the other file, and compares or asks.
        this.#jobs.setState(job, { kind: 'waiting' });
        return;
      }
    }
    const failure = toUploadFailure(error);
    this.#jobs.setState(
      job,
      this.#jobs.holds.offline && failure.isNetwork ? { kind: 'waiting' } : { kind: 'failed', failure },
    );
  }

  #remember(batch: number, { lab, changeBy, access, minimum }: UploadSettings): void {
    const files = this.#jobs
      .all()
      .flatMap(({ item, file }) =>
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
}
