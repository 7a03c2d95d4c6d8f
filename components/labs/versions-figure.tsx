import { filePath } from '#lib/api/lab-reference.ts';
import { shortPath } from '#lib/names/short-path.ts';
import { accessOf } from '../core/access/access-of.ts';
import { Figure } from '../ui/figures/figure.tsx';
import { percent } from '../ui/figures/positions.ts';
import { dateLabel, timeTicks } from '../ui/figures/scales.ts';
import { TextLink } from '../ui/text-link.tsx';
import type { RoomFigures } from './contributions-figure.tsx';

interface VersionsFigureProps {
  number: number;
  histories: RoomFigures['histories'];
  shortname: string;
}

const rowHeight = 32;

/** The versions of the files that changed most, on one axis of time: rings are public, dots are encrypted. */
export function VersionsFigure({ number, histories, shortname }: VersionsFigureProps) {
  const times = histories.flatMap(({ versions }) => versions.map(({ createdAt }) => Date.parse(createdAt)));
  const now = Date.now();
  const from = Math.min(...times);
  const span = Math.max(now - from, 1);
  const share = (createdAt: string) => (Date.parse(createdAt) - from) / span;
  const ticks = timeTicks(new Date(from), new Date(now), 6);
  const height = histories.length * rowHeight;
  return (
    <Figure
      number={number}
      title="Versions"
      unit="of the files that changed most"
      sentence="A ring is a public version. A dot and a hatched line are an encrypted version, until the next one."
      table={{
        columns: ['File', 'Versions', 'First shown', 'Newest', 'Access'],
        rows: histories.map(({ path, versions }) => {
          const [first, last] = [versions[0], versions.at(-1)];
          return [
            <TextLink key={path} href={filePath(shortname, path)} title={path}>
              {shortPath(path, 48)}
            </TextLink>,
            last?.version,
            first && dateLabel(new Date(first.createdAt)),
            last && dateLabel(new Date(last.createdAt)),
            last && accessOf(last.accessLevel).text,
          ];
        }),
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 text-xs sm:grid-cols-[11rem_minmax(0,1fr)]">
        <div className="max-sm:hidden">
          {histories.map(({ did, path }) => (
            <p key={did} className="truncate leading-8" title={path}>
              {shortPath(path.split('/').at(-1) ?? path, 40)}
            </p>
          ))}
        </div>
        <svg
          aria-hidden
          width="100%"
          height={height + 20}
          className="print-colours block overflow-visible fill-ink2"
        >
          {ticks.map(({ at, label }) => (
            <g key={`${at} ${label}`}>
              <line x1={percent(at)} x2={percent(at)} y1={0} y2={height} className="stroke-line" />
              <text
                x={percent(at)}
                y={height + 16}
                textAnchor={at > 0.94 ? 'end' : at < 0.04 ? 'start' : 'middle'}
              >
                {label}
              </text>
            </g>
          ))}
          {histories.map(({ did, path, versions }, row) => {
            const y = row * rowHeight + rowHeight / 2;
            return (
              <g key={did}>
                <text x={0} y={y - 8} className="fill-ink sm:hidden">
                  {shortPath(path.split('/').at(-1) ?? path, 40)}
                </text>
                {versions.map(({ version, accessLevel, createdAt }, index) => (
                  <line
                    key={version}
                    x1={percent(share(createdAt))}
                    x2={percent(share(versions[index + 1]?.createdAt ?? new Date(now).toISOString()))}
                    y1={y + 3}
                    y2={y + 3}
                    stroke={accessLevel === 'PUBLIC' ? 'var(--edge)' : 'var(--texture)'}
                    strokeWidth={accessLevel === 'PUBLIC' ? 1 : 4}
                    strokeDasharray={accessLevel === 'PUBLIC' ? undefined : '1.5 2.5'}
                  />
                ))}
                {versions.map(({ version, accessLevel, createdAt }) => (
                  <circle
                    key={version}
                    cx={percent(share(createdAt))}
                    cy={y + 3}
                    r={4.5}
                    fill={accessLevel === 'PUBLIC' ? 'var(--paper)' : 'var(--bar)'}
                    stroke="var(--bar)"
                    strokeWidth={1.6}
                  >
                    <title>{`Version ${version}, ${accessOf(accessLevel).text}, ${dateLabel(new Date(createdAt))}`}</title>
                  </circle>
                ))}
              </g>
            );
          })}
        </svg>
      </div>
    </Figure>
  );
}
