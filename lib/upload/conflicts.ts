import type { ExistingFile } from '@labroom/client/upload/upload-ports';
import { freePath } from './data-room-path.ts';
import { type Job, type Place, placeOf, type QueueJobs } from './queue-jobs.ts';
import type { UploadItem, UploadState } from './upload-item.ts';

export type ConflictChoice = 'newVersion' | 'replacement' | 'rename' | 'skip';

export interface Decision {
  choice: ConflictChoice;
  changeNote?: string | undefined;
  /** Concerns only files with the access of the upload, which a new version keeps. Others are asked about. */
  keepsAccess?: boolean;
}

/** What the user decides before an upload starts, about all files that exist already. */
export type EarlyChoice = Exclude<ConflictChoice, 'replacement'>;

type Conflict = Extract<UploadState, { kind: 'conflict' }>;

const expected: Decision = { choice: 'newVersion' };

const policyKey = (batch: number, identical: boolean) => `${batch} ${identical}`;

interface ConflictOptions {
  jobs: QueueJobs;
  /** The file at a path of a lab, as far as the pages know. */
  existing(oclId: string, path: string): ExistingFile | undefined;
  /** Called for a file that will not be uploaded to its path. */
  forget(job: Job): void;
}

/** Which files an upload would replace, and what the user decided about it. */
export class Conflicts {
  readonly #options: ConflictOptions;
  readonly #uploaded = new Map<string, ExistingFile>();
  readonly #policies = new Map<string, Decision>();

  constructor(options: ConflictOptions) {
    this.#options = options;
  }

  /** There is a file at a path now. */
  occupy(place: Place, file: ExistingFile): void {
    this.#uploaded.set(placeOf(place), file);
  }

  /** The file that an upload would replace. */
  findFor({ item, target }: Job): ExistingFile | undefined {
    const existing = this.#find(item);
    return 'ref' in target && target.ref !== existing?.did ? undefined : existing;
  }

  /** Decides later conflicts of a drop, of files that equal the newest version or of the others. */
  setPolicy(batch: number, identical: boolean, decision: Decision): void {
    this.#policies.set(policyKey(batch, identical), decision);
  }

  /** Decides conflicts of a drop before they occur. A new version that would change nothing is skipped. */
  decideEarly(batch: number, choice: EarlyChoice): void {
    const keepsAccess = choice === 'newVersion';
    this.setPolicy(batch, false, { choice, keepsAccess });
    this.setPolicy(batch, true, { choice: keepsAccess ? 'skip' : choice, keepsAccess });
  }

  meet(job: Job, existing: ExistingFile, identical: boolean): void {
    // A new version of a file that the user chose is expected, unless it changes nothing.
    const isExpected = 'ref' in job.target && !identical;
    const policy = isExpected ? expected : this.#policies.get(policyKey(job.item.batch, identical));
    const conflict = { kind: 'conflict', existing, identical } as const;
    const isOther = policy?.keepsAccess && existing.accessLevel !== job.item.access;
    if (policy && !isOther) this.decide(job, conflict, policy);
    else this.#options.jobs.setState(job, conflict);
  }

  decide(job: Job, { existing, identical }: Conflict, decision: Decision): void {
    const { choice, changeNote, keepsAccess = false } = decision;
    const { jobs, forget } = this.#options;
    if (choice === 'skip') {
      const reason = identical ? `Identical to version ${existing.version}.` : 'Already exists.';
      jobs.setState(job, { kind: 'skipped', reason });
      forget(job);
      return;
    }
    job.isDecided = true;
    job.keepsAccess = keepsAccess;
    if (choice === 'replacement') job.settings = { ...job.settings, replacesMetadata: true };
    if (changeNote && choice !== 'rename') job.settings = { ...job.settings, changeNote };
    if (choice === 'rename') {
      forget(job);
      const { lab } = job.item;
      const path = freePath(job.item.path, (candidate) => this.#isTaken({ lab, path: candidate }));
      job.target = { path };
      job.item = { ...job.item, path };
    } else if ('path' in job.target) job.target = { ref: existing.did };
    jobs.setState(job, { kind: 'waiting' });
  }

  #find(place: Place): ExistingFile | undefined {
    return this.#uploaded.get(placeOf(place)) ?? this.#options.existing(place.lab.oclId, place.path);
  }

  #isTaken(place: Place): boolean {
    const jobs = this.#options.jobs.all();
    return this.#find(place) !== undefined || jobs.some(({ item }) => placeOf(item) === placeOf(place));
  }
}

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
