import path from 'node:path';
import type { LocalAccountName } from '@labroom/contracts/local-accounts';
import { type Random, seededRandom } from './encoders/random.ts';
import type { ExampleFile, ExampleLab } from './labs/example-lab.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From the first change of a lab to the last. */
const shortest = 2 * DAY;

/** What the chain says about a lab. Times are milliseconds since 1970. */
export interface LabPast {
  mintedAt: number;
  /** Since when people have a role. The owner has one since the lab was minted. */
  memberSince: ReadonlyMap<LocalAccountName, number>;
  /** Since when people hold enough tokens to open the files for holders. */
  holderSince: ReadonlyMap<LocalAccountName, number>;
  tokenizedAt?: number;
}

export type Change =
  | { at: number; kind: 'VERSION'; file: ExampleFile; version: number; content: FileVersion }
  | { at: number; kind: 'ANNOUNCEMENT'; announcement: ExampleLab['announcements'][number] };

type FileVersion = Pick<ExampleFile, 'content' | 'access'>;

/** A request for the key of a version. It is refused to an outsider. */
export interface KeyRequest {
  at: number;
  by: LocalAccountName;
  path: string;
  version: number;
}

export interface Timeline {
  /** In the order of their times, no two at the same time. */
  changes: Change[];
  /** In the order of their times. */
  keyRequests: KeyRequest[];
  /** False for a lab that was minted too recently: its times are after `now`, and only their order counts. */
  isPast: boolean;
}

/** When a lab changed, between its minting and `now`; the same for the same lab and times. */
export function timelineOf(lab: ExampleLab, past: LabPast, now: number): Timeline {
  const from = past.mintedAt + HOUR;
  const isPast = from + shortest <= now - 2 * HOUR;
  const until = isPast ? now - 2 * HOUR : from + shortest;
  const random = seededRandom(`timeline of ${lab.name}`);
  const timeAt = (share: number) => atWork(from + share * (until - from), until);
  const changes = [...versionsOf(lab, { past, random, timeAt }), ...announcementsOf(lab, timeAt)];
  changes.sort((a, b) => a.at - b.at);
  for (const [index, change] of changes.entries())
    change.at = Math.max(change.at, (changes[index - 1]?.at ?? 0) + MINUTE);
  return { changes, keyRequests: keyRequestsOf(lab, { changes, past, until, random }), isPast };
}

/** The same day between 07:00 and 17:00 UTC, but not after `until`. Keeps the order of times. */
function atWork(time: number, until: number): number {
  const day = Math.floor(time / DAY) * DAY;
  return Math.min(until, Math.round(day + 7 * HOUR + ((time - day) * 10) / 24));
}

interface Schedule {
  past: LabPast;
  random: Random;
  /** The time at a share of the lab's life. */
  timeAt(share: number): number;
}

/** Files of a folder are added one after another on the same day, and changed later. */
function versionsOf(lab: ExampleLab, { past, random, timeAt }: Schedule): Change[] {
  const folders = foldersOf(lab);
  return folders.flatMap((files, index) => {
    const share = (0.92 * (index + 0.6 * random.next())) / folders.length;
    let added = timeAt(share);
    return files.flatMap((file) => {
      added += (3 + random.integer(9)) * MINUTE;
      let former = 0;
      const contents = [...(file.earlier ?? []), file];
      return contents.map((content, before): Change => {
        const later = share + ((0.98 - share) * (before + 0.4 * random.next())) / contents.length;
        const wanted = before === 0 ? added : timeAt(later);
        const at = Math.max(wanted, former + 20 * MINUTE, possibleSince(file, content, past));
        former = at;
        return { at, kind: 'VERSION', file, version: before + 1, content };
      });
    });
  });
}

/** Files by folder. Those with encrypted files are in the middle, so that their keys are requested for weeks. */
function foldersOf({ files }: ExampleLab): ExampleFile[][] {
  const folders = [...Map.groupBy(files, (file) => path.posix.dirname(file.path)).values()];
  const isEncrypted = (folder: ExampleFile[]) => folder.some(({ access = 'PUBLIC' }) => access !== 'PUBLIC');
  const open = folders.filter((folder) => !isEncrypted(folder));
  return open.toSpliced(Math.ceil(open.length / 2), 0, ...folders.filter(isEncrypted));
}

/** Since when the person has a role, and the token exists whose holders may open the version. */
function possibleSince({ by }: ExampleFile, { access }: FileVersion, past: LabPast): number {
  const member = (by && past.memberSince.get(by)) ?? past.mintedAt;
  const token = (access === 'HOLDERS' && past.tokenizedAt) || 0;
  return Math.max(member, token) + 10 * MINUTE;
}

function announcementsOf({ announcements }: ExampleLab, timeAt: Schedule['timeAt']): Change[] {
  return announcements.map((announcement, index) => {
    return { at: timeAt((index + 0.85) / announcements.length), kind: 'ANNOUNCEMENT', announcement };
  });
}

interface Readable extends Pick<Schedule, 'past' | 'random'> {
  changes: readonly Change[];
  until: number;
}

/** Most people who may open an encrypted version do so before the next one; some who may not try. */
function keyRequestsOf(lab: ExampleLab, { changes, past, until, random }: Readable): KeyRequest[] {
  const versions = changes.filter((change) => change.kind === 'VERSION');
  const requests = versions.flatMap(({ at, file, version, content: { access = 'PUBLIC' } }) => {
    if (access === 'PUBLIC') return [];
    const next = versions.find((other) => other.file === file && other.version === version + 1);
    const end = Math.min(until, next?.at ?? until);
    const readers = new Map<LocalAccountName, number>([[lab.owner, past.mintedAt], ...past.memberSince]);
    if (access === 'HOLDERS')
      for (const [by, since] of past.holderSince) if (!readers.has(by)) readers.set(by, since);
    const attempts = [...readers].flatMap(([by, since]) => Array(random.integer(4)).fill({ by, since }));
    if (!readers.has('outsider') && random.next() < 0.4) attempts.push({ by: 'outsider', since: 0 });
    return attempts.flatMap(({ by, since }): KeyRequest[] => {
      const start = Math.max(at, since) + 10 * MINUTE;
      const time = Math.max(start, atWork(start + random.next() ** 2 * (end - start), until));
      return time < end ? [{ at: time, by, path: file.path, version }] : [];
    });
  });
  return requests.sort((a, b) => a.at - b.at);
}
