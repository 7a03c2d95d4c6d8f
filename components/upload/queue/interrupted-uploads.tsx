'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { useAction } from '#lib/actions/use-action.ts';
import { labPath } from '#lib/api/lab-reference.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import { useRead } from '#lib/reading/use-read.ts';
import { forgetInterrupted, type InterruptedDrop, rememberedDrops } from '#lib/upload/unfinished-drops.ts';
import type { DroppedFile } from '../../core/drop/dropped-files.ts';
import { BelowHeader } from '../../ui/below-header.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { notify } from '../../ui/message.ts';
import { Notice } from '../../ui/notice.tsx';
import { uploadQueue } from './uploads.ts';
import { useInterrupted } from './use-interrupted.ts';

const loadSources = () => import('#lib/upload/kept-sources.ts');

interface InterruptedHereProps {
  oclId: string;
  /** Called with files and their paths in the data room. */
  onFiles: (files: DroppedFile[]) => void;
}

/**
 * Interrupted uploads of one lab, in its data room. Where the browser has kept handles of dropped files, a click continues;
 * else the user chooses the files again.
 */
export function InterruptedHere({ oclId, onFiles }: InterruptedHereProps) {
  const { drops, readAgain } = useInterrupted();
  const queue = uploadQueue();
  const { items } = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  const here = drops.filter(({ lab }) => lab.oclId === oclId);
  const keys = here.map(({ key }) => key);
  const { data: sources = [] } = useRead({
    key: ['sources', ...keys],
    read: async () =>
      keys.length > 0 ? (await loadSources()).keptSources(keys, rememberedDrops(window)) : [],
  });
  const continuing = useAction(async () => {
    const wanted = here.flatMap(({ paths }) => paths);
    const files = await (await loadSources()).readSources(sources, wanted);
    if (files.length > 0) onFiles(files);
    else notify('error', 'The browser did not give the files.', 'Choose them again.');
  });
  if (here.length === 0 || items.length > 0) return null;
  const discard = <Discard drops={here} onDone={readAgain} />;
  const canContinue = sources.length > 0;
  return (
    <Notice
      action={
        canContinue ? (
          <div className="flex gap-2">
            <Button size="sm" variant="primary" busy={continuing.isRunning} onClick={() => continuing.run()}>
              Continue
            </Button>
            {discard}
          </div>
        ) : (
          discard
        )
      }
    >
      <Summary drops={here} />{' '}
      {canContinue
        ? 'The browser may ask whether this page can read the files again.'
        : 'Choose the same files or folder again to continue. Finished files are skipped.'}
    </Notice>
  );
}

/** Interrupted uploads, each with the way to its lab. In that lab's data room they stand in the page. */
export function InterruptedElsewhere() {
  const pathname = usePathname();
  const { drops, readAgain } = useInterrupted();
  const byLab = Map.groupBy(drops, ({ lab }) => labPath(lab.shortname, 'files'));
  const elsewhere = [...byLab].filter(([room]) => !pathname.startsWith(room));
  if (elsewhere.length === 0) return null;
  return (
    <BelowHeader>
      <section aria-label="Uploads" className="rounded border border-line bg-sheet">
        <ul className="divide-y divide-line">
          {elsewhere.map(([room, here]) => (
            <li key={room} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2 text-sm">
              <p className="min-w-0 flex-1 basis-60">
                <Summary drops={here} />
              </p>
              <p className="flex flex-wrap gap-2">
                <Link href={room} prefetch={false} className={`${buttonClass('primary', 'sm')} max-w-full`}>
                  <span className="truncate">Continue in {visibleName(here[0]?.lab.name ?? '')}</span>
                </Link>
                <Discard drops={here} onDone={readAgain} />
              </p>
            </li>
          ))}
        </ul>
      </section>
    </BelowHeader>
  );
}

const readers = { PUBLIC: 'everyone', ADMIN: 'the team', HOLDERS: 'token holders' };

function Summary({ drops }: { drops: readonly InterruptedDrop[] }) {
  const paths = drops.flatMap((drop) => drop.paths);
  const access = new Set(drops.map(({ access: { level } }) => readers[level]));
  const [first = ''] = paths;
  return (
    <>
      <strong className="font-medium break-words">
        {visibleName(first)} {paths.length === 1 ? 'was' : `and ${paths.length - 1} more were`} not uploaded.
      </strong>{' '}
      For {[...access].join(', ')}.
    </>
  );
}

function Discard({ drops, onDone }: { drops: readonly InterruptedDrop[]; onDone: () => void }) {
  const discard = () => {
    for (const drop of drops) {
      forgetInterrupted(window, drop);
      void import('#lib/upload/discard-drop.ts').then(({ freeDrop }) => freeDrop(drop));
    }
    onDone();
  };
  return (
    <Button size="sm" onClick={discard}>
      Discard
    </Button>
  );
}
