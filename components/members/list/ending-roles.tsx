'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import { roleName } from '../../core/labs/role-name.ts';
import { Person } from '../../core/people/person.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { endingSoon } from './ending-soon.ts';

const MOST_SHOWN = 5;

interface EndingRolesProps {
  members: readonly MemberFieldsFragment[];
  /** Roles that the user may extend. */
  mayChange: (member: MemberFieldsFragment) => boolean;
  onExtend: (member: MemberFieldsFragment) => void;
}

/** Warns of roles that end within two weeks, for those who can extend them. */
export function EndingRoles({ members, mayChange, onExtend }: EndingRolesProps) {
  const ending = endingSoon(members.filter(mayChange), new Date());
  if (ending.length === 0) return null;
  return (
    <Notice kind="warning">
      <p className="font-medium">
        {ending.length === 1 ? '1 role ends' : `${ending.length} roles end`} within two weeks.
      </p>
      <ul className="mt-1 divide-y divide-line">
        {ending.slice(0, MOST_SHOWN).map((member) => (
          <li
            key={member.walletAddress}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5"
          >
            <span className="flex flex-wrap items-center gap-x-2">
              <Person value={member.walletAddress} isAgent={member.isAgent} />
              <span>
                {roleName(member.role)} until{' '}
                <Time value={new Date(Number(member.expiry) * 1000).toISOString()} />
              </span>
            </span>
            <Button size="sm" onClick={() => onExtend(member)}>
              Extend…
            </Button>
          </li>
        ))}
      </ul>
      {ending.length > MOST_SHOWN && <p>and {ending.length - MOST_SHOWN} more, in the table</p>}
    </Notice>
  );
}
