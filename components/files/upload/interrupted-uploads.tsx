'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useSyncExternalStore } from 'react';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { Notice } from '#components/ui/notice.tsx';
import { labPath } from '#lib/api/lab-reference.ts';
import { forgetInterrupted, type InterruptedDrop } from '#lib/upload/unfinished-drops.ts';
import { visibleName } from '#lib/visible-name.ts';
import { trayClass } from './queue-panel.tsx';
import { uploadQueue } from './uploads.ts';
import { useInterrupted } from './use-interrupted.ts';

/** Interrupted uploads of one lab, in its data room. The browser gives the files only if the user chooses them again. */
export function InterruptedHere({ oclId }: { oclId: string }) {
  const { drops, readAgain } = useInterrupted();
  const queue = uploadQueue();
  const { items } = useSyncExternalStore(queue.subscribe, queue.getSnapshot, queue.getSnapshot);
  const here = drops.filter(({ lab }) => lab.oclId === oclId);
  if (here.length === 0 || items.length > 0) return null;
  return (
    <Notice action={<Discard drops={here} onDone={readAgain} />}>
      <Summary drops={here} /> Choose the same files or folder again to continue. Finished files are skipped.
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
    <section aria-label="Uploads" className={trayClass}>
      <h2 className="border-b border-line p-4 text-base">Uploads to continue</h2>
      <ul className="divide-y divide-line">
        {elsewhere.map(([room, here]) => (
          <li key={room} className="flex flex-col gap-3 p-4 text-sm">
            <p>
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
  );
}

const readers = { PUBLIC: 'everyone', ADMIN: 'only your team', HOLDERS: 'your team and token holders' };

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
    for (const drop of drops) forgetInterrupted(window, drop);
    onDone();
  };
  return (
    <Button size="sm" onClick={discard}>
      Discard
    </Button>
  );
}
