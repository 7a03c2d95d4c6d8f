'use client';
import type { Refusal } from '#lib/api/foresight.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Person } from '../people/person.tsx';

const shownPeople = 3;

interface RefusalNoticeProps {
  refusal: Refusal;
  onAskAgain: () => void;
}

/** Why a call would be refused, and who could change that. */
export function RefusalNotice({ refusal: { error, changers }, onAskAgain }: RefusalNoticeProps) {
  return (
    <div role="alert">
      <Notice
        kind="warning"
        action={
          <Button size="sm" onClick={onAskAgain}>
            Check again
          </Button>
        }
      >
        <p className="break-words">{error.message}</p>
        {changers.map(({ who, addresses }) => (
          <p key={who} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              {who.charAt(0).toUpperCase() + who.slice(1)} could change that{addresses.length > 0 ? ':' : '.'}
            </span>
            {addresses.slice(0, shownPeople).map((address) => (
              <Person key={address} value={address} />
            ))}
            {addresses.length > shownPeople && <span>and {addresses.length - shownPeople} more</span>}
          </p>
        ))}
      </Notice>
    </div>
  );
}
