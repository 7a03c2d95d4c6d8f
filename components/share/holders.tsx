'use client';
import type { Holder } from '#lib/share/shared-files.ts';
import { useDataRoom } from '../core/data-room/data-room-context.tsx';
import { Person } from '../core/people/person.tsx';
import { Button } from '../ui/button.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { Time } from '../ui/time.tsx';
import { useUnlist } from './use-unlist.ts';

interface HoldersProps {
  holders: readonly Holder[];
  /** More files than one are looked at, so each row says how many of them the reader has. */
  total?: number;
  onEnded: (holder: Holder) => void;
}

/** Those who have files, each with the button that takes them back. */
export function Holders({ holders, total = 1, onEnded }: HoldersProps) {
  const { filing } = useDataRoom();
  const { run, ending, failure } = useUnlist(onEnded);
  return (
    <>
      <ul aria-label="Who has it" className="divide-y divide-line border-y border-line text-sm">
        {holders.map((holder) => {
          const { subject, reader, expiry, paths } = holder;
          return (
            <li key={`${subject} ${reader}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
              <span className="min-w-0 flex-1">
                <Person value={reader} />
              </span>
              <span className="text-ink2">
                {total > 1 && `${paths.length} of ${total}, `}
                {expiry ? (
                  <>
                    until <Time value={new Date(Number(expiry) * 1000).toISOString()} style="date" />
                  </>
                ) : (
                  'without an end'
                )}
              </span>
              {filing.offers('shareFiles') && (
                <Button size="sm" busy={ending === holder} onClick={() => run(holder)}>
                  Take back
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <FailureNotice failure={failure} />
    </>
  );
}
