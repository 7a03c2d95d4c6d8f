'use client';
import { Columns3, Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuCheck, MenuItem, MenuKey, MenuLabel, MenuSeparator } from '#components/ui/menu.tsx';
import { part } from '#components/ui/part.tsx';
import { columnNames } from './columns.ts';
import { galleryKey, useListLayout } from './list-layout.ts';

// Loaded on the first use.
const KeysDialog = part(async () => (await import('./keys-dialog.tsx')).KeysDialog);

/** Gallery, columns and height of the rows, and the list of the keys, which `?` opens too. */
export function ViewMenu() {
  const { lab, location } = useDataRoom();
  const [{ columns, isCompact, galleries }, change] = useListLayout();
  const key = galleryKey(lab.oclId, location.folder);
  const isGallery = galleries.includes(key);
  const [hasKeys, setKeys] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isBusy =
        event.target instanceof Element &&
        event.target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"]');
      if (event.key !== '?' || event.defaultPrevented || isBusy) return;
      event.preventDefault();
      setKeys(true);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <>
      <Menu
        trigger={
          <Button size="icon" aria-label="Columns and view" title="Columns and view" className="size-10">
            <Columns3 aria-hidden className="size-4" />
          </Button>
        }
      >
        <MenuCheck
          checked={isGallery}
          onCheckedChange={(isShown) => {
            const others = galleries.filter((other) => other !== key);
            change({ galleries: isShown ? [...others, key] : others });
          }}
        >
          Gallery of this folder
        </MenuCheck>
        <MenuSeparator />
        <MenuLabel>Columns, where they fit</MenuLabel>
        {columnNames.map(({ id, name }) => (
          <MenuCheck
            key={id}
            disabled={isGallery}
            checked={columns.includes(id)}
            onCheckedChange={(isShown) =>
              change({ columns: isShown ? [...columns, id] : columns.filter((other) => other !== id) })
            }
          >
            {name}
          </MenuCheck>
        ))}
        <MenuSeparator />
        <MenuCheck
          disabled={isGallery}
          checked={isCompact}
          onCheckedChange={(checked) => change({ isCompact: checked })}
          className="touch:hidden"
        >
          Compact rows
        </MenuCheck>
        <MenuItem icon={<Keyboard aria-hidden />} onSelect={() => setKeys(true)}>
          Keys
          <MenuKey>?</MenuKey>
        </MenuItem>
      </Menu>
      {hasKeys && <KeysDialog onClose={() => setKeys(false)} />}
    </>
  );
}
