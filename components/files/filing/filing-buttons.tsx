'use client';
import { FolderPlus, Trash2 } from 'lucide-react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { RoomLink } from '#components/core/data-room/room-link.tsx';
import { Button, buttonClass } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';

/** New folder and trash, for those who may write. */
export function FilingButtons() {
  const { filing, location } = useDataRoom();
  const [offersFolder, offersTrash] = [filing.offers('createFolder'), filing.offers('trash')];
  if (location.isTrash || !(offersFolder || offersTrash)) return null;
  return (
    <div className="flex gap-2">
      {offersFolder && (
        <Button
          size="icon"
          aria-label="New folder"
          title="New folder"
          className="size-10"
          onClick={() => filing.start({ kind: 'newFolder' })}
        >
          <FolderPlus aria-hidden className="size-4" />
        </Button>
      )}
      {offersTrash && (
        <RoomLink
          href={location.hrefOfTrash}
          aria-label="Trash"
          title="Trash"
          className={classNames(buttonClass('secondary', 'icon'), 'size-10')}
        >
          <Trash2 aria-hidden className="size-4" />
        </RoomLink>
      )}
    </div>
  );
}
