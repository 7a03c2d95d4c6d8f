import type { LabMemberRole, MemberFieldsFragment } from '@labroom/client/documents';
import type { PriceList } from '#lib/developers/price-list.ts';
import { roleName } from '../../core/labs/role-name.ts';
import { Definition, DefinitionList } from '../../ui/definition-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { sourceText } from '../roles/member-sources.ts';
import type { ConditionGroup } from './condition-groups.ts';
import { OpenedFilesPart } from './parts.tsx';

interface MemberRightsProps {
  lab: { oclId: string; name: string };
  wallet: string;
  /** `null`: it has no role. */
  member: MemberFieldsFragment | null;
  /** The files that were looked at, out of all; `null` if they could not be loaded. */
  room: { groups: ConditionGroup[]; publicFiles: number; seen: number; total: number } | null;
  prices: PriceList;
}

const can: Record<LabMemberRole, string> = {
  OWNER: 'Upload and change files, announce, and grant and revoke roles.',
  CONTRIBUTOR: 'Upload and change files, announce, and grant and revoke viewers.',
  VIEWER: 'Open files for the team. It uploads and announces nothing.',
};

const writers: readonly LabMemberRole[] = ['OWNER', 'CONTRIBUTOR'];

/** Paid calls that concern a lab, with the roles that they need; `null`: any wallet. */
const paidCalls: readonly { mutation: string; roles: readonly LabMemberRole[] | null; note: string }[] = [
  { mutation: 'initiateCreateOrUpdateFile', roles: writers, note: 'begin an upload' },
  { mutation: 'finishCreateOrUpdateFile', roles: writers, note: 'finish an upload' },
  { mutation: 'createAnnouncement', roles: writers, note: 'announce' },
  { mutation: 'generateDataEncryptionKey', roles: null, note: 'get a key to encrypt with' },
  { mutation: 'decryptDataKey', roles: null, note: 'open a file whose conditions it meets' },
];

/** What a wallet may do in a lab, and why. */
export function MemberRights({ lab, wallet, member, room, prices }: MemberRightsProps) {
  const payable = paidCalls.filter(({ roles }) => roles === null || (member && roles.includes(member.role)));
  return (
    <DefinitionList>
      <Definition term="Role">
        {member ? (
          <>
            {roleName(member.role)}
            <span className="text-ink2">
              {' · '}
              {member.grantedBeforeHolder ? 'Granted by an earlier holder' : sourceText(member.source)}{' '}
              <Time value={member.grantedAt} style="date" />
            </span>
          </>
        ) : (
          'None in this lab'
        )}
      </Definition>
      {member && (
        <Definition term="Until">
          {member.expiry ? (
            <Time value={new Date(Number(member.expiry) * 1000).toISOString()} />
          ) : (
            'It has no end.'
          )}
        </Definition>
      )}
      <Definition term="In the data room">
        {member ? can[member.role] : 'Read what is public, as everyone does.'}
      </Definition>
      <Definition term="Files">
        {room ? (
          <div className="flex flex-col gap-2">
            <p className="tabular">
              {room.publicFiles} public {room.publicFiles === 1 ? 'file' : 'files'}, open to everyone
              {room.seen < room.total && `, of the first ${room.seen} of ${room.total} files`}
            </p>
            {room.groups.length > 0 && (
              <OpenedFilesPart lab={lab} wallet={wallet} role={member?.role ?? null} groups={room.groups} />
            )}
          </div>
        ) : (
          'The files could not be loaded.'
        )}
      </Definition>
      <Definition term="Paid calls">
        <ul>
          {payable.map(({ mutation, note }) => (
            <li key={mutation} className="flex items-baseline justify-between gap-x-3 py-1">
              <span className="flex min-w-0 flex-col">
                <code className="font-mono text-xs break-all">{mutation}</code>
                <span className="text-ink2">{note}</span>
              </span>
              <span className="tabular whitespace-nowrap text-ink2">
                {prices?.find((price) => price.mutation === mutation)?.price}
              </span>
            </li>
          ))}
        </ul>
        <p className="mt-1 text-ink2">
          A payment buys a call and no right. <TextLink href="/developers/agents">How agents call</TextLink>
        </p>
      </Definition>
    </DefinitionList>
  );
}
