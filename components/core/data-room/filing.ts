import type { LabOperation } from '@labroom/protocol/lab-rights';
import type { EntryMove } from '#lib/data-room/moves.ts';

/** What the user does with files and folders at the moment. */
export type FilingTask =
  | { kind: 'renaming'; key: string; place: 'row' | 'panel' }
  | { kind: 'moving' | 'access' | 'sharing'; keys: readonly string[] }
  | { kind: 'newFolder' }
  /** The menu of rows, for everybody; `x` and `y` are its place in the window. */
  | { kind: 'menu'; keys: readonly string[]; x: number; y: number };

/** What changes names, folders, access and readers, and the trash. */
export const filingOperations = [
  'moveEntry',
  'createFolder',
  'trashEntry',
  'trash',
  'changeFileVersionAccess',
  'shareFiles',
  'restoreFileVersion',
] as const satisfies readonly LabOperation[];

export type FilingOperation = (typeof filingOperations)[number];

export interface Filing {
  /** Whether to offer a change of names, folders or access. */
  offers(operation: FilingOperation): boolean;
  /** Whether to offer any of them. */
  offersAny: boolean;
  task: FilingTask | null;
  start(task: FilingTask | null): void;
  /** Leaves a task alone that an item of the menu has started. */
  closeMenu(): void;
  /** Entries that are on their way to another path. */
  busy: ReadonlySet<string>;
  /** Moves entries and offers to undo it. Rejects if not all of them moved. */
  move(moves: readonly EntryMove[]): Promise<void>;
  /** The same for moves without a field or dialog that shows a failure: it is shown in a message. */
  tryMove(moves: readonly EntryMove[]): void;
  /** Moves entries to the trash and offers to undo it. A failure is shown in a message. */
  trash(keys: readonly string[]): void;
  /** Loads the list and the empty folders again. */
  refresh(): void;
}
