'use client';
import { ChevronRight } from 'lucide-react';
import { visibleName } from '#lib/names/visible-name.ts';
import { useDataRoom } from '../../core/data-room/data-room-context.tsx';
import { RoomLink } from '../../core/data-room/room-link.tsx';
import { classNames } from '../../ui/class-names.ts';
import { NameInRow } from '../../ui/name.tsx';

/** Path from the root of the data room to the current folder. */
export function Breadcrumbs() {
  const { location, dropTarget } = useDataRoom();
  const segments = location.folder === '' ? [] : location.folder.split('/');
  const steps = [
    { name: 'Files', path: '' },
    ...segments.map((name, index) => ({ name, path: segments.slice(0, index + 1).join('/') })),
    ...(location.isTrash ? [{ name: 'Trash', path: '/trash' }] : []),
  ];
  return (
    <nav aria-label="Folder" className="min-w-0">
      <ol className="-mx-1 touch:-mx-2.5 flex items-center gap-1 text-sm max-sm:flex-wrap">
        {steps.map(({ name, path }, index) => {
          const isHere = index === steps.length - 1;
          return (
            <li
              key={path}
              className={classNames('flex items-center gap-1', index === 0 ? 'shrink-0' : 'min-w-10')}
            >
              {index > 0 && <ChevronRight aria-hidden className="size-4 shrink-0 text-ink2" />}
              {isHere ? (
                <span
                  aria-current="page"
                  className="max-w-64 min-w-0 px-1 touch:px-2.5 font-medium"
                  title={visibleName(name)}
                >
                  <NameInRow>{name}</NameInRow>
                </span>
              ) : (
                <RoomLink
                  href={location.hrefOfFolder(path)}
                  title={name}
                  data-folder={path}
                  className={classNames(
                    'max-w-48 min-w-0 rounded px-1 touch:px-2.5 touch:py-2.5 text-ink2 hover:bg-wash hover:text-ink',
                    path === dropTarget && 'bg-veil outline-2 outline-acc',
                  )}
                >
                  <NameInRow>{name}</NameInRow>
                </RoomLink>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
