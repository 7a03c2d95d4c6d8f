import { LabroomError } from '@labroom/client/api-failure';
import { CryptoError } from '@labroom/client/crypto/crypto-error';
import { explainFailure, type FailureText } from '../wallet/explain-failure.ts';
import { type AccessChange, type AccessChangePorts, changeFileAccess } from './change-file-access.ts';
import { listEncryptedVersions } from './encrypted-versions.ts';
import type { AccessTask } from './stored-job.ts';

export interface AccessJobPorts extends AccessChangePorts {
  /** Runs the job unless another tab runs one of the same lab. Resolves to whether it did. */
  alone(run: () => Promise<void>): Promise<boolean>;
}

interface JobOptions {
  /** Called after each changed file. */
  onChanged?(path: string): void;
  /** Called when every file is changed. */
  onEnd?(): void;
}

/** A file, or one version of it, that is changed at once. */
interface Piece {
  did: string;
  path: string;
  /** `null`: as the task says. */
  version: number | null;
  bytes: number;
}

interface PieceFailure {
  path: string;
  version: number | null;
  message: string;
}

export interface AccessJobSnapshot {
  /** Whether leaving the page would interrupt it. */
  readonly active: boolean;
  /** `paused`: by the user, by a failure that concerns all files, or because it was not started in this page. */
  readonly state: 'running' | 'paused' | 'ended';
  /** Why it paused by itself. */
  readonly failure: FailureText | null;
  /** Files, or versions of a renewal. `null`: not counted yet. */
  readonly total: number | null;
  readonly done: number;
  /** Files that stayed as they are, because the wallet may change none of the wanted versions. */
  readonly untouched: number;
  /** Versions that only their authors and owners may change. */
  readonly ofOthers: number;
  readonly failures: readonly PieceFailure[];
}

const LANES = 3;
// Larger files are changed one after the other: plaintext and ciphertext are in memory at the same time.
const LARGE_BYTES = 16_000_000;

/**
 * Changes the access of many files, a few at a time. A framework-independent store: `subscribe` and `getSnapshot` fit
 * `useSyncExternalStore`. It can be stopped at any moment: what is left is found by the state of the data room.
 */
export class AccessJob {
  readonly task: AccessTask;
  readonly #ports: AccessJobPorts;
  readonly #options: JobOptions;
  readonly #listeners = new Set<() => void>();
  readonly #done = new Set<string>();
  readonly #failures = new Map<string, PieceFailure>();
  /** Keys that were renewed before the page was loaded. */
  #earlier = 0;
  #controller = new AbortController();
  #run: Promise<boolean> | undefined;
  #snapshot: AccessJobSnapshot = {
    active: false,
    state: 'paused',
    failure: null,
    total: null,
    done: 0,
    untouched: 0,
    ofOthers: 0,
    failures: [],
  };

  constructor(task: AccessTask, ports: AccessJobPorts, options: JobOptions = {}) {
    this.task = task;
    this.#ports = ports;
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): AccessJobSnapshot => this.#snapshot;

  /** Starts or continues. Resolves when the job pauses or ends. */
  async run(): Promise<void> {
    if (this.#snapshot.state === 'running') return;
    this.#controller = new AbortController();
    const { signal } = this.#controller;
    this.#change({ state: 'running', failure: null });
    // A paused run completes the versions that it was replacing.
    await this.#run;
    if (signal.aborted) return;
    this.#run = this.#ports.alone(() => this.#work(signal));
    if (!(await this.#run)) this.pause({ title: 'It runs in another tab of this browser.' });
  }

  /** Stops. Versions that are being replaced are completed. */
  pause(failure: FailureText | null = null): void {
    if (this.#snapshot.state !== 'running') return;
    this.#change({ state: 'paused', failure });
    this.#controller.abort();
  }

  /** Tries failed files again. */
  retryFailed(): Promise<void> {
    this.#failures.clear();
    this.#change({ state: 'paused' });
    return this.run();
  }

  async #work(signal: AbortSignal): Promise<void> {
    try {
      // Repeated until nothing is left: for what others added meanwhile, and what the service had no time for.
      for (let left = await this.#list(signal); left.length > 0; left = await this.#list(signal)) {
        const counted = this.#done.size + this.#failures.size + left.length;
        if (this.task.kind === 'renewal') this.#earlier = Math.max(0, this.task.count - counted);
        this.#change({ total: this.#earlier + counted });
        await this.#runLanes(
          left.filter(({ bytes }) => bytes <= LARGE_BYTES),
          LANES,
          signal,
        );
        await this.#runLanes(
          left.filter(({ bytes }) => bytes > LARGE_BYTES),
          1,
          signal,
        );
      }
      this.#change({ state: 'ended', total: this.#earlier + this.#done.size + this.#failures.size });
      if (this.#failures.size === 0) this.#options.onEnd?.();
    } catch (error) {
      if (!signal.aborted) this.pause(explainFailure(error));
    }
  }

  async #runLanes(pieces: readonly Piece[], count: number, signal: AbortSignal): Promise<void> {
    const queue = pieces.values();
    const lane = async () => {
      for (const piece of queue) {
        if (signal.aborted) return;
        await this.#changePiece(piece, signal);
      }
    };
    await Promise.all(Array.from({ length: count }, lane));
    signal.throwIfAborted();
  }

  async #changePiece(piece: Piece, signal: AbortSignal): Promise<void> {
    const { did, path, version } = piece;
    try {
      const { changed, ofOthers } = await changeFileAccess(
        this.#ports,
        { ...changeOf(this.task), file: { did, path }, ...(version !== null && { versions: version }) },
        signal,
      );
      this.#done.add(keyOf(piece));
      if (changed > 0) this.#options.onChanged?.(path);
      const isUntouched = changed === 0 && ofOthers > 0;
      this.#change({
        ofOthers: this.#snapshot.ofOthers + ofOthers,
        untouched: this.#snapshot.untouched + Number(isUntouched),
      });
    } catch (error) {
      if (signal.aborted) return;
      const seconds = error instanceof LabroomError ? error.retryAfterSeconds : undefined;
      if (seconds) await this.#ports.wait(seconds * 1_000, signal);
      else if (concernsAll(error)) this.pause(explainFailure(error));
      else {
        this.#failures.set(keyOf(piece), { path, version, message: explainFailure(error).title });
        this.#change({});
      }
    }
  }

  async #list(signal: AbortSignal): Promise<Piece[]> {
    const pieces =
      this.task.kind === 'access'
        ? this.task.files.map((file): Piece => ({ ...file, version: null }))
        : await this.#listOldKeys(this.task, signal);
    return pieces.filter((piece) => !this.#done.has(keyOf(piece)) && !this.#failures.has(keyOf(piece)));
  }

  async #listOldKeys(
    { oclId, keyIssuedBefore }: Extract<AccessTask, { kind: 'renewal' }>,
    signal: AbortSignal,
  ): Promise<Piece[]> {
    const versions = await listEncryptedVersions(this.#ports.call, { oclId, keyIssuedBefore }, signal);
    return versions.map(({ did, path, version, contentLength }) => ({
      did,
      path,
      version,
      bytes: Number(contentLength),
    }));
  }

  #change(part: Partial<AccessJobSnapshot>): void {
    const next = { ...this.#snapshot, ...part };
    this.#snapshot = {
      ...next,
      active: next.state === 'running',
      done: this.#earlier + this.#done.size,
      failures: [...this.#failures.values()],
    };
    for (const listener of this.#listeners) listener();
  }
}

function changeOf(task: AccessTask): Omit<AccessChange, 'file'> {
  const { oclId, wallet } = task;
  if (task.kind === 'renewal') return { oclId, wallet, versions: 'all', access: 'same', isOwner: true };
  const { access, withEarlier, comments, isOwner } = task;
  return { oclId, wallet, comments, versions: withEarlier ? 'all' : 'newest', access, isOwner };
}

/** Whether every other file would fail as well. */
function concernsAll(error: unknown): boolean {
  if (error instanceof CryptoError) return error.code === 'NETWORK';
  if (!(error instanceof LabroomError)) return false;
  return ['NETWORK_ERROR', 'TIMEOUT', 'UNAUTHENTICATED', 'UPSTREAM_UNAVAILABLE'].includes(error.code);
}

const keyOf = ({ did, version }: Piece) => `${did} ${version ?? ''}`;
