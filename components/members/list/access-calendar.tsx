import type { KeyReleaseDaysQuery, MemberFieldsFragment } from '@labroom/client/documents';
import { useId } from 'react';
import { roleName } from '../../core/labs/role-name.ts';
import { PersonFace } from '../../core/people/person-face.tsx';
import { PersonName } from '../../core/people/person-name.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Figure } from '../../ui/figures/figure.tsx';
import { paintOf, TextureDefs } from '../../ui/figures/fills.tsx';
import { percent, type Tick } from '../../ui/figures/positions.ts';
import { dateLabel, timeTicks } from '../../ui/figures/scales.ts';
import { byRole } from '../roles/member-sources.ts';

export type KeyReleaseDays = KeyReleaseDaysQuery['keyReleaseDays'];

interface AccessCalendarProps {
  number: number;
  members: readonly MemberFieldsFragment[];
  /** Keys per day and wallet; `null` for readers who may not see them. */
  releases: KeyReleaseDays | null;
}

const dayMilliseconds = 86_400_000;
const mostMonthsBefore = 6;
const monthsAfter = 8;
const mostRows = 40;

/** From when and until when each member has a role, with a tick for each day on which the member got keys. */
export function AccessCalendar({ number, members, releases }: AccessCalendarProps) {
  const id = useId();
  const now = new Date();
  const axis = { from: axisStart(members, now), to: monthStart(now, monthsAfter) };
  const at = (time: number) => (time - axis.from.getTime()) / (axis.to.getTime() - axis.from.getTime());
  const ticks = timeTicks(axis.from, axis.to);
  const shown = byRole(members).slice(0, mostRows);
  const days = Map.groupBy(releases ?? [], ({ wallet }) => wallet);
  const today = at(now.getTime());
  return (
    <Figure
      number={number}
      title="Who has a role, until when"
      unit="one bar per member"
      heading="h2"
      sentence={sentenceOf(members, releases !== null, now)}
      table={{
        columns: ['Member', 'Role', 'From', 'Until'],
        rows: members.map(({ walletAddress, role, grantedAt, expiry }) => [
          <PersonName key={walletAddress} value={walletAddress} />,
          roleName(role),
          dateLabel(new Date(grantedAt)),
          expiry ? dateLabel(endOf(expiry)) : 'no end',
        ]),
      }}
    >
      <div className="text-xs">
        <svg aria-hidden width={0} height={0} className="absolute">
          <TextureDefs fills={['custom']} id={id} />
        </svg>
        <Axis ticks={ticks} today={today} />
        {shown.map((member) => (
          <Bar
            key={member.walletAddress}
            member={member}
            from={at(Date.parse(member.grantedAt))}
            to={member.expiry ? at(endOf(member.expiry).getTime()) : null}
            today={today}
            ticks={ticks}
            keyTicks={(days.get(member.walletAddress) ?? []).map(({ day, released }) => ({
              at: at(Date.parse(day) + dayMilliseconds / 2),
              label: `${dateLabel(new Date(day))}: ${released} ${released === 1 ? 'key' : 'keys'}`,
            }))}
            texture={paintOf('custom', id)}
          />
        ))}
        {members.length > mostRows && (
          <p className="pt-2 text-ink2">and {members.length - mostRows} more, in the table</p>
        )}
      </div>
    </Figure>
  );
}

const monthStart = (now: Date, months: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1));

/** The month of the first grant, at most half a year ago. */
function axisStart(members: readonly MemberFieldsFragment[], now: Date): Date {
  const earliest = new Date(
    Math.min(now.getTime(), ...members.map(({ grantedAt }) => Date.parse(grantedAt))),
  );
  return new Date(Math.max(monthStart(earliest, 0).getTime(), monthStart(now, -mostMonthsBefore).getTime()));
}

const endOf = (expiry: string) => new Date(Number(expiry) * 1000);

/** Beside the names on wide screens, below them on phones. */
const plot = 'relative sm:ml-56';

function Axis({ ticks, today }: { ticks: readonly Tick[]; today: number }) {
  // Names that the word "today" or the edge leaves room for.
  const named = ticks.filter(({ at }) => at < 0.96 && Math.abs(at - today) > 0.06);
  return (
    <div className={classNames(plot, 'h-6 text-ink2')}>
      {named.map(({ at, label }, index) => (
        <span
          key={`${at} ${label}`}
          className={classNames('absolute whitespace-nowrap', index % 3 !== 0 && 'max-sm:hidden')}
          style={{ left: percent(at) }}
        >
          {label}
        </span>
      ))}
      <span className="absolute font-semibold text-bad" style={{ left: percent(today) }}>
        today
      </span>
    </div>
  );
}

interface BarProps {
  member: MemberFieldsFragment;
  from: number;
  /** `null` without an end. */
  to: number | null;
  today: number;
  ticks: readonly Tick[];
  keyTicks: readonly Tick[];
  texture: string;
}

const barTop = 12;
const barHeight = 16;

function Bar({ member, from, to, today, ticks, keyTicks, texture }: BarProps) {
  const { walletAddress, role, isAgent, expiry } = member;
  const start = Math.max(0, from);
  const end = Math.min(1, to ?? 1);
  const isOpen = to === null || to > 1;
  const fill = isAgent ? texture : role === 'OWNER' ? 'var(--solid)' : 'var(--bar)';
  const title = `${roleName(role)}${expiry ? ` until ${dateLabel(endOf(expiry))}` : ', no end'}`;
  return (
    <div className="relative border-t border-line">
      <p className="flex items-center gap-2 pt-1.5 sm:absolute sm:top-0 sm:h-10 sm:w-52 sm:pt-0">
        <PersonFace address={walletAddress} isAgent={isAgent} size={20} />
        <PersonName value={walletAddress} />
        <span className="shrink-0 text-ink2">{isAgent ? 'Agent' : roleName(role)}</span>
      </p>
      <div className={plot}>
        <svg aria-hidden width="100%" height={40} className="print-colours block">
          {ticks.map(({ at }) => (
            <line key={at} x1={percent(at)} x2={percent(at)} y1={0} y2={40} className="stroke-line" />
          ))}
          {end > start && (
            <g>
              <title>{title}</title>
              <rect
                x={percent(start)}
                width={percent(end - start)}
                y={barTop}
                height={barHeight}
                className="fill-paper"
              />
              <rect
                x={percent(start)}
                width={percent(Math.max(0, Math.min(end, today) - start))}
                y={barTop}
                height={barHeight}
                fill={fill}
                stroke={isAgent ? 'var(--texture)' : 'none'}
              />
              <rect
                x={percent(Math.max(start, today))}
                width={percent(Math.max(0, end - Math.max(start, today)))}
                y={barTop}
                height={barHeight}
                fill={fill}
                opacity={0.45}
              />
              {isOpen && (
                <svg aria-hidden x="100%" y={barTop} overflow="visible">
                  <path d={`M-8-1V${barHeight + 1}H1V-1z`} className="fill-paper" />
                  <path d={`M-8 0l8 ${barHeight / 2}-8 ${barHeight / 2}z`} fill={fill} opacity={0.45} />
                </svg>
              )}
            </g>
          )}
          {keyTicks.map(({ at, label }) => (
            <g key={label}>
              <title>{label}</title>
              <line
                x1={percent(at)}
                x2={percent(at)}
                y1={barTop + 3}
                y2={barTop + barHeight - 3}
                stroke="var(--paper)"
                strokeWidth={2}
              />
            </g>
          ))}
          <line
            x1={percent(today)}
            x2={percent(today)}
            y1={0}
            y2={40}
            stroke="var(--bad)"
            strokeWidth={1.5}
          />
        </svg>
        {expiry && !isOpen && (
          <span
            className="absolute top-3 bg-paper px-1 leading-4 whitespace-nowrap max-sm:hidden"
            style={end > 0.8 ? { right: percent(1 - start + 0.01) } : { left: percent(end + 0.005) }}
          >
            ends {dateLabel(endOf(expiry))}
          </span>
        )}
      </div>
    </div>
  );
}

function sentenceOf(members: readonly MemberFieldsFragment[], withTicks: boolean, now: Date): string {
  const ending = members
    .flatMap(({ expiry }) => (expiry ? [endOf(expiry)] : []))
    .filter((end) => end > now)
    .sort((one, other) => one.getTime() - other.getTime());
  const next = ending[0];
  const ends = next
    ? `${ending.length} of ${members.length} roles ${ending.length === 1 ? 'ends' : 'end'}, the next on ${dateLabel(next)}.`
    : members.length === 1
      ? 'The role has no end.'
      : `None of the ${members.length} roles has an end.`;
  return `${ends} An arrow has no end${withTicks ? '; each tick is a day on which the member got keys of files.' : '.'}`;
}
