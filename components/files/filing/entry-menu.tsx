'use client';
import { FolderInput, LockKeyhole, PencilLine, Trash2 } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { focusEntryList } from '#components/core/data-room/entry-list-id.ts';
import { MenuContent, MenuItem, MenuKey } from '#components/ui/menu.tsx';

interface EntryMenuProps {
  keys: readonly string[];
  x: number;
  y: number;
}

/** What can be done with rows, at the pointer or below the button of the row. */
export function EntryMenu({ keys, x, y }: EntryMenuProps) {
  const { filing } = useDataRoom();
  const [only] = keys;
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && filing.closeMenu()}>
      <DropdownMenu.Trigger
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none fixed size-0"
        style={{ left: x, top: y }}
      />
      <MenuContent
        align="start"
        label={keys.length === 1 ? 'Actions' : `Actions for ${keys.length} entries`}
        onCloseAutoFocus={(event) => {
          event.preventDefault();
          focusEntryList();
        }}
      >
        {keys.length === 1 && only !== undefined && filing.offers('moveEntry') && (
          <MenuItem
            icon={<PencilLine aria-hidden />}
            onSelect={() => filing.start({ kind: 'renaming', key: only, place: 'row' })}
          >
            Rename
            <MenuKey>F2</MenuKey>
          </MenuItem>
        )}
        {filing.offers('moveEntry') && (
          <MenuItem
            icon={<FolderInput aria-hidden />}
            onSelect={() => filing.start({ kind: 'moving', keys })}
          >
            Move to…
          </MenuItem>
        )}
        {filing.offers('changeFileVersionAccess') && (
          <MenuItem
            icon={<LockKeyhole aria-hidden />}
            onSelect={() => filing.start({ kind: 'access', keys })}
          >
            Change access…
          </MenuItem>
        )}
        {filing.offers('trashEntry') && (
          <MenuItem
            icon={<Trash2 aria-hidden />}
            danger
            onSelect={() => filing.start({ kind: 'trashing', keys })}
          >
            Delete
            <MenuKey>Del</MenuKey>
          </MenuItem>
        )}
      </MenuContent>
    </DropdownMenu.Root>
  );
}
