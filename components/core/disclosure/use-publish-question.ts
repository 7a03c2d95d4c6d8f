'use client';
import { useState } from 'react';
import type { LookedInto } from './use-disclosures.ts';

export type Decision = 'team' | 'public';

export interface QuestionedFile {
  path: string;
  /** Sentences, e.g. `Names the patient: DOE^JOHN`. */
  reasons: readonly string[];
  decision: Decision | null;
}

export interface PublishQuestion {
  /** Whether files that would become public are still read. */
  isReading: boolean;
  /** How many files were read. */
  count: number;
  /** Files that would become public and reveal something. */
  files: readonly QuestionedFile[];
  /** Files that were not looked into completely. */
  unchecked: readonly { path: string; reason: string }[];
  undecided: number;
  /** Nothing may be published yet. */
  isOpen: boolean;
  /** Whether the user chose the team for a file. */
  isForTeam(path: string): boolean;
  decide(paths: readonly string[], decision: Decision | null): void;
}

const MAX_REASONS = 4;

/** Asks about the files among `publicPaths`, which would become public, that reveal something. */
export function usePublishQuestion(
  { byPath, count }: LookedInto,
  publicPaths: readonly string[],
): PublishQuestion {
  const [decisions, setDecisions] = useState<ReadonlyMap<string, Decision>>(new Map());
  const files: QuestionedFile[] = [];
  const unchecked: { path: string; reason: string }[] = [];
  for (const path of publicPaths) {
    const looked = byPath?.get(path);
    if (looked && looked.found.length > 0) {
      const reasons = looked.found.map(({ reason }) => reason);
      const more = reasons.length - MAX_REASONS;
      const shown = more > 0 ? [...reasons.slice(0, MAX_REASONS), `and ${more} more`] : reasons;
      files.push({ path, reasons: shown, decision: decisions.get(path) ?? null });
    }
    if (looked?.unchecked) unchecked.push({ path, reason: looked.unchecked });
  }
  const isReading = publicPaths.length > 0 && byPath === null;
  const undecided = files.filter(({ decision }) => decision === null).length;
  return {
    isReading,
    count,
    files,
    unchecked,
    undecided,
    isOpen: isReading || undecided > 0,
    isForTeam: (path) => decisions.get(path) === 'team',
    decide(paths, decision) {
      setDecisions((before) => {
        const next = new Map(before);
        for (const path of paths)
          if (decision) next.set(path, decision);
          else next.delete(path);
        return next;
      });
    },
  };
}
