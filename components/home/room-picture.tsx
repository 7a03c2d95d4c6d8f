import type { LabCardFragment } from '@labroom/client/documents';
import { labHue } from '@labroom/marks/traits';
import Link from 'next/link';
import type { CSSProperties } from 'react';
import { labPath, labTitle } from '#lib/api/lab-reference.ts';
import { formatBytes } from '../ui/byte-size.tsx';
import { classNames } from '../ui/class-names.ts';
import { type Tile, treemapTiles } from '../ui/figures/treemap-layout.ts';
import { filesOf, folderName, openedBy, type RoomFolder, readers } from './room-readers.ts';

interface RoomPictureProps {
  lab: LabCardFragment;
  folders: readonly RoomFolder[];
}

/**
 * The data room of a lab as one chosen reader sees it: a rectangle per folder and access level, its area in proportion
 * to the bytes, with a square for each file where it is open. Radio buttons and style rules; no script.
 */
export function RoomPicture({ lab, folders }: RoomPictureProps) {
  const total = filesOf(folders);
  const bytes = folders.reduce((sum, folder) => sum + Number(folder.bytes), 0);
  return (
    <figure className="room lab-hue min-w-0" style={{ '--h': labHue(lab.oclId) } as CSSProperties}>
      <fieldset className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <legend className="sr-only">Whose view of the data room</legend>
        {readers.map(({ id, name }, position) => (
          <label
            key={id}
            className="relative border-b-2 border-unseen py-1.5 text-sm text-ink2 hover:text-ink has-checked:border-acc has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-acc touch:py-2.5"
          >
            <input
              type="radio"
              name="reader"
              value={id}
              defaultChecked={position === 0}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            {name}
          </label>
        ))}
        <span aria-hidden className="ml-auto text-sm text-ink2 max-sm:w-full">
          {readers.map((reader) => (
            <span key={reader.id} data-reader={reader.id}>
              opens <span className="font-serif text-lg text-ink">{filesOf(openedBy(reader, folders))}</span>{' '}
              of {total} files
            </span>
          ))}
        </span>
      </fieldset>
      <div aria-hidden>
        <Tiles folders={folders} width={720} height={380} className="aspect-[720/380] max-sm:hidden" />
        <Tiles folders={folders} width={350} height={360} className="aspect-[350/360] sm:hidden" />
      </div>
      <ul className="sr-only">
        {readers.map((reader) => {
          const open = openedBy(reader, folders);
          const names = [...new Set(open.map(folderName))];
          return (
            <li key={reader.id}>
              {reader.name} opens {filesOf(open)} of {total} files
              {names.length > 0 && `: ${names.join(', ')}`}.
            </li>
          );
        })}
      </ul>
      <figcaption className="mt-3 text-sm text-ink2">
        The data room of{' '}
        <Link
          href={labPath(lab.shortname, 'files')}
          prefetch={false}
          className="text-ink underline underline-offset-3"
        >
          {labTitle(lab)}
        </Link>
        , {formatBytes(bytes)}: one rectangle per folder, area by bytes, one square per file.
      </figcaption>
    </figure>
  );
}

interface TilesProps {
  folders: readonly RoomFolder[];
  width: number;
  height: number;
  className: string;
}

/** The smallest share of the area that a folder gets, so that it stays visible beside one that is far larger. */
const smallestShare = 0.03;

function Tiles({ folders, width, height, className }: TilesProps) {
  const total = folders.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const least = total * Math.min(smallestShare, 0.5 / folders.length);
  const sizeOf = ({ bytes }: RoomFolder) => Math.max(Number(bytes), least, 1);
  return (
    <div className={classNames('relative', className)}>
      {treemapTiles(folders, sizeOf, width, height).map((tile) => (
        <RoomTile
          key={`${tile.item.name}/${tile.item.accessLevel}`}
          tile={tile}
          width={width}
          height={height}
        />
      ))}
    </div>
  );
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;

function RoomTile({ tile, width, height }: { tile: Tile<RoomFolder>; width: number; height: number }) {
  const { item, x, y } = tile;
  const named = tile.width > 56 && tile.height > 28;
  return (
    <div
      data-access={item.accessLevel}
      className="absolute overflow-hidden border border-paper"
      style={{
        left: percent(x, width),
        top: percent(y, height),
        width: percent(tile.width, width),
        height: percent(tile.height, height),
      }}
    >
      {named && (
        <span className="absolute top-0 left-0 max-w-full truncate bg-paper px-1.5 text-xs leading-5">
          {folderName(item)} <span className="text-ink2">{item.fileCount}</span>
        </span>
      )}
      <Squares count={item.fileCount} width={tile.width} height={tile.height} />
    </div>
  );
}

/** A square for each file, as large as the tile allows. */
function Squares({ count, width, height }: { count: number; width: number; height: number }) {
  const room = { width: width - 16, height: height - 36 };
  if (room.width < smallestStep || room.height < smallestStep) return null;
  const { step, perRow, places } = gridFor(count, room);
  const side = step - Math.max(1, Math.round(step / 6));
  const path = Array.from(
    { length: Math.min(count, places) },
    (_, index) =>
      `M${(index % perRow) * step} ${Math.floor(index / perRow) * step}h${side}v${side}h-${side}z`,
  ).join('');
  return (
    <svg
      width={room.width}
      height={room.height}
      aria-hidden
      className="room-files absolute top-7 left-2 fill-bar"
    >
      <path d={path} />
    </svg>
  );
}

/** Distance of squares in pixels below which a tile is full, whatever the number of files. */
const smallestStep = 8;

/** The largest distance of squares, up to 56 pixels, with which all of them fit. */
function gridFor(count: number, room: { width: number; height: number }) {
  const placesOf = (step: number) => Math.floor(room.width / step) * Math.floor(room.height / step);
  let step = Math.max(smallestStep, Math.min(56, Math.floor(Math.min(room.width, room.height))));
  while (step > smallestStep && placesOf(step) < count) step -= 1;
  return { step, perRow: Math.floor(room.width / step), places: placesOf(step) };
}
