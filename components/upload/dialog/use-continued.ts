'use client';
import { useRead } from '#lib/reading/use-read.ts';
import { toDataRoomPath } from '#lib/upload/data-room-path.ts';
import { keptAt } from '#lib/upload/kept-parts.ts';
import { type ChosenAccess, forgetInterrupted } from '#lib/upload/unfinished-drops.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { useInterrupted } from '../queue/use-interrupted.ts';

export interface Continued {
  isContinued: boolean;
  /** The access chosen before; `undefined` if it differed between the files. */
  access: ChosenAccess | undefined;
  /** The files, dropped into a folder, for which the lab has no bytes reserved. None while that is not known. */
  unreserved: <File extends Pick<DroppedFile, 'path'>>(
    files: readonly File[],
    folder: readonly string[],
  ) => File[];
  /** Forgets the interrupted uploads of these files, once they are queued again. */
  forget: () => void;
}

/** The interrupted uploads that continue if the user uploads files to these paths. */
export function useContinued(oclId: string, paths: ReadonlySet<string>): Continued {
  const { drops, readAgain } = useInterrupted();
  const same = drops.filter((drop) => drop.lab.oclId === oclId && drop.paths.some((path) => paths.has(path)));
  const [first, ...others] = same.map((drop) => drop.access);
  const isOne = others.every(({ level, minimum }) => level === first?.level && minimum === first.minimum);
  const isContinued = same.length > 0;
  const { data: kept } = useRead({
    key: ['kept uploads', oclId, ...paths],
    read: async () => new Set((await keptAt(oclId, [...paths])).map(({ place }) => place?.path)),
    pause: !isContinued,
  });
  return {
    isContinued,
    access: isOne ? first : undefined,
    unreserved(files, folder) {
      if (!isContinued) return [...files];
      return files.filter(({ path }) => {
        const to = toDataRoomPath(folder, path);
        return kept !== undefined && !('path' in to && kept.has(to.path));
      });
    },
    forget() {
      for (const drop of same) forgetInterrupted(window, drop, paths);
      readAgain();
    },
  };
}
