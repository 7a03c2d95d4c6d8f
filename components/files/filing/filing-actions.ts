import { nameOf } from '#lib/data-room/moves.ts';
import type { Selection } from '#lib/data-room/selection.ts';
import { visibleName } from '#lib/names/visible-name.ts';
import type { Filing } from '../../core/data-room/filing.ts';
import type { Location } from '../../core/data-room/use-location.ts';
import type { PageAction } from '../../core/palette/page-actions.ts';

interface Place {
  filing: Filing;
  selection: Selection;
  location: Pick<Location, 'file' | 'isTrash' | 'hrefOfTrash' | 'go'>;
}

/** What the palette can do with the selected rows, or else the open file, or else the row of the cursor. */
export function filingActions({ filing, selection, location }: Place): PageAction[] {
  const { chosen, cursor } = selection;
  const { file, isTrash } = location;
  const subject = chosen.size > 0 ? [...chosen] : (file ?? cursor);
  const keys = typeof subject === 'string' ? [subject] : (subject ?? []);
  const [only] = keys;
  const actions: PageAction[] = [];
  if (only !== undefined && !isTrash) {
    const what = keys.length === 1 ? visibleName(nameOf(only)) : `${keys.length} entries`;
    const place = only === file ? 'panel' : 'row';
    if (keys.length === 1 && filing.offers('moveEntry'))
      actions.push({
        id: 'rename',
        name: `Rename ${what}`,
        run: () => filing.start({ kind: 'renaming', key: only, place }),
      });
    if (filing.offers('moveEntry'))
      actions.push({
        id: 'move',
        name: `Move ${what} to…`,
        run: () => filing.start({ kind: 'moving', keys }),
      });
    if (filing.offers('changeFileVersionAccess'))
      actions.push({
        id: 'access',
        name: `Change access of ${what}…`,
        run: () => filing.start({ kind: 'access', keys }),
      });
    if (filing.offers('trashEntry'))
      actions.push({
        id: 'delete',
        name: `Delete ${what}`,
        run: () => filing.trash(keys),
      });
  }
  if (isTrash) return actions;
  if (filing.offers('createFolder'))
    actions.push({ id: 'newFolder', name: 'New folder', run: () => filing.start({ kind: 'newFolder' }) });
  if (filing.offers('trash'))
    actions.push({ id: 'trash', name: 'Trash', run: () => location.go(location.hrefOfTrash) });
  return actions;
}
