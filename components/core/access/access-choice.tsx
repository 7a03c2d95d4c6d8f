'use client';
import type { MemberFieldsFragment } from '@labroom/client/documents';
import type { AccessKind } from '@labroom/marks/access-symbols';
import { type AccessLevel, accessLevelNames } from '@labroom/protocol/access-level';
import type { ReactNode } from 'react';
import { AccessSymbol } from '#components/core/access/access-symbol.tsx';
import { classNames } from '#components/ui/class-names.ts';

interface AccessChoiceProps {
  /** Default: "Who may open it". */
  legend?: string | undefined;
  value: AccessLevel;
  onChange: (value: AccessLevel) => void;
  members: readonly MemberFieldsFragment[];
  /** Symbol of the lab's token. Without it the choice "holders" is not offered. */
  tokenSymbol: string | undefined;
  /** The access that is proposed, and why: "like this folder". */
  proposed?: { level: AccessLevel; why: ReactNode } | null;
}

/** Chooses who can open the uploaded files. */
export function AccessChoice({
  legend = 'Who may open it',
  value,
  onChange,
  members,
  tokenSymbol,
  proposed,
}: AccessChoiceProps) {
  const why = (level: AccessLevel) => (proposed?.level === level ? proposed.why : null);
  return (
    <fieldset>
      <legend className="text-sm font-medium">{legend}</legend>
      <div className={classNames('mt-1 grid gap-2', tokenSymbol === undefined && 'sm:grid-cols-2')}>
        <Choice
          icon="team"
          title={accessLevelNames.ADMIN}
          why={why('ADMIN')}
          checked={value === 'ADMIN'}
          onChoose={() => onChange('ADMIN')}
        >
          Encrypted in your browser before upload. Opens for the members of this lab
          {members.length > 0 && `: ${countMembers(members)} today`}. People who join later can open it too.
        </Choice>
        {tokenSymbol !== undefined && (
          <Choice
            icon="holders"
            title={accessLevelNames.HOLDERS}
            why={why('HOLDERS')}
            checked={value === 'HOLDERS'}
            onChoose={() => onChange('HOLDERS')}
          >
            Encrypted too. Opens for the members, and for every wallet that holds enough {tokenSymbol} at that
            moment. A buyer of the token can open the file; a seller no longer can.
          </Choice>
        )}
        <Choice
          icon="public"
          title={accessLevelNames.PUBLIC}
          why={why('PUBLIC')}
          checked={value === 'PUBLIC'}
          onChoose={() => onChange('PUBLIC')}
        >
          Stored unencrypted. Anyone can download it without a wallet. Downloaded copies cannot be revoked.
        </Choice>
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  icon: AccessKind;
  title: string;
  /** After the title, where this choice is proposed. */
  why: ReactNode;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

function Choice({ icon, title, why, checked, onChoose, children }: ChoiceProps) {
  return (
    <label
      className={classNames(
        'flex cursor-pointer gap-3 rounded border p-4 text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc',
        checked ? 'border-acc bg-veil' : 'border-edge hover:bg-wash',
      )}
    >
      <input type="radio" name="access" checked={checked} onChange={onChoose} className="sr-only" />
      <span className={classNames('mt-1', checked ? 'text-acc' : 'text-ink2')}>
        <AccessSymbol kind={icon} />
      </span>
      <span>
        <span className="block">
          <span className="font-medium">{title}</span>
          {why && <span className="text-ink2"> ({why})</span>}
        </span>
        <span className="block">{children}</span>
      </span>
    </label>
  );
}

function countMembers(members: readonly MemberFieldsFragment[]): string {
  const roles = [
    ['OWNER', 'owner', 'owners'],
    ['CONTRIBUTOR', 'contributor', 'contributors'],
    ['VIEWER', 'viewer', 'viewers'],
  ] as const;
  return roles
    .map(([role, one, many]) => [members.filter((member) => member.role === role).length, one, many] as const)
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(', ');
}
