'use client';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { Dialog } from '#components/ui/dialog.tsx';

type Keys = readonly (readonly [keys: string, effect: string])[];

const inList: Keys = [
  ['↑ ↓ Home End', 'Move the cursor'],
  ['← →', 'Move the cursor in a gallery'],
  ['Enter', 'Open the file or folder'],
  ['Shift+F10', 'Open the menu of the row'],
  ['Space', 'Select or deselect the row'],
  ['Shift+↑ Shift+↓', 'Extend the selection'],
  ['Ctrl+A', 'Select all rows'],
  ['Escape', 'Clear the selection'],
];

const changes: Keys = [
  ['F2', 'Rename'],
  ['Delete', 'Move to the trash; on a Mac Command+Backspace, too'],
  ['Ctrl+Z', 'Undo the last change'],
];

const inFile: Keys = [
  ['J  →', 'Next file'],
  ['K  ←', 'Previous file'],
  ['F', 'Full screen, on and off'],
  ['Escape', 'Close the file'],
];

const inTree: Keys = [
  ['→ ←', 'Expand and collapse a folder'],
  ['Enter', 'Open the folder'],
  ['A letter', 'Find a folder by its name'],
];

const withMouse: Keys = [
  ['Click', 'Select one row'],
  ['Shift+click', 'Select all rows up to this one'],
  ['Ctrl+click', 'Add or remove one row'],
  ['Drag beside the names', 'Select rows with a rectangle'],
];

/** All keys of a data room. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { filing } = useDataRoom();
  return (
    <Dialog onClose={onClose} title="Keys" description="On a Mac, Command takes the place of Ctrl." size="lg">
      <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2">
        <KeyGroup title="In the list" keys={inList} />
        <KeyGroup title="With the mouse" keys={withMouse} />
        <KeyGroup title="In an open file" keys={inFile} />
        <KeyGroup title="In the folders" keys={inTree} />
        {filing.offersAny && <KeyGroup title="Changes" keys={changes} />}
      </div>
    </Dialog>
  );
}

function KeyGroup({ title, keys }: { title: string; keys: Keys }) {
  return (
    <section>
      <h3 className="border-b border-ink pb-1 font-sans text-sm font-semibold">{title}</h3>
      <dl className="text-sm">
        {keys.map(([key, effect]) => (
          <div key={key} className="flex justify-between gap-4 border-b border-line py-1.5">
            <dt className="text-ink2">{effect}</dt>
            <dd className="text-right whitespace-nowrap">
              <kbd className="font-sans">{key}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
