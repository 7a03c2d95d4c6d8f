'use client';
import { type ChosenAccess, forgetInterrupted } from '#lib/upload/unfinished-drops.ts';
import { useInterrupted } from '../queue/use-interrupted.ts';

export interface Continued {
  isContinued: boolean;
  /** The access chosen before; `undefined` if it differed between the files. */
  access: ChosenAccess | undefined;
  /** Forgets the interrupted uploads of these files, once they are queued again. */
  forget: () => void;
}

/** The interrupted uploads that continue if the user uploads files to these paths. */
export function useContinued(oclId: string, paths: ReadonlySet<string>): Continued {
  const { drops, readAgain } = useInterrupted();
  const same = drops.filter((drop) => drop.lab.oclId === oclId && drop.paths.some((path) => paths.has(path)));
  const [first, ...others] = same.map((drop) => drop.access);
  const isOne = others.every(({ level, minimum }) => level === first?.level && minimum === first.minimum);
  return {
    isContinued: same.length > 0,
    access: isOne ? first : undefined,
    forget() {
      for (const drop of same) forgetInterrupted(window, drop, paths);
      readAgain();
    },
  };
}
