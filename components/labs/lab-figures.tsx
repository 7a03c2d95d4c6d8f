import { ContributionsFigure, type RoomFigures } from './contributions-figure.tsx';
import { RoomFigure } from './room-figure.tsx';
import { VersionsFigure } from './versions-figure.tsx';

/** What the data of a lab shows: contributions, types and access, and versions. Figures without data are left out. */
export function LabFigures({ room, shortname }: { room: RoomFigures; shortname: string }) {
  const { weeks, extensions, histories } = room;
  let number = 0;
  const next = () => {
    number += 1;
    return number;
  };
  return (
    <>
      {weeks.length > 0 && <ContributionsFigure number={next()} weeks={weeks} />}
      {extensions.length > 0 && <RoomFigure number={next()} extensions={extensions} />}
      {spanOf(histories) > leastSpan && (
        <VersionsFigure number={next()} histories={histories} shortname={shortname} />
      )}
    </>
  );
}

/** Versions that were added within two days are one upload, not a history. */
const leastSpan = 2 * 86_400_000;

function spanOf(histories: RoomFigures['histories']): number {
  const times = histories.flatMap(({ versions }) => versions.map(({ createdAt }) => Date.parse(createdAt)));
  return times.length === 0 ? 0 : Math.max(...times) - Math.min(...times);
}
