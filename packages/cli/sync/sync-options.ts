import type { TiedFolder } from '../store/folder.ts';
import type { Direction } from './action.ts';

/** How a run makes a folder and a lab equal. */
export interface SyncOptions {
  direction: Direction;
  /** Only these files and folders; empty: all. */
  paths: readonly string[];
  /** Patterns of files and folders that are left alone on both sides, as in `.gitignore`. */
  exclude: readonly string[];
  /** Who may open the files that are new in the lab. */
  access: TiedFolder['access'];
  /** Carries deletions over to the other side. */
  deletes: boolean;
  /** Keeps both contents where there is a conflict: the local one under another name. */
  keepsBoth: boolean;
  dryRun: boolean;
  /** Asks in a dry run, too, whether the service would refuse the uploads. */
  foresees: boolean;
  /** Lists every step of the plan. */
  verbose: boolean;
  /** Does not ask. */
  yes: boolean;
  /** Publishes also files that reveal persons or secrets. */
  publishesNamed: boolean;
  /** Sends the text of public files for search. */
  sendsText: boolean;
}
