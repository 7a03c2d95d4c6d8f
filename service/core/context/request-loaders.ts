import type DataLoader from 'dataloader';
import type { Member } from '#contract/schema.generated.ts';
import type { FileRow, VersionRow } from '#platform/db/tables/files.ts';
import type { labs } from '#platform/db/tables/labs.ts';
import type { profiles } from '#platform/db/tables/profiles.ts';
import type { LabContents } from '../ports/content-source.ts';

/** A file with its newest version, and without its text, which can be larger than the rest of a list. */
export type FileWithVersion = Omit<FileRow, 'contentText'> & { newest: VersionRow };

/** What a wallet signed, all `null` if nothing, and its resolved name, `null` without one. */
export interface ProfileRow extends Omit<typeof profiles.$inferSelect, 'issuedAt' | 'seal'> {
  issuedAt: Date | null;
  /** URL. */
  picture: string | null;
  isAmbiguous: boolean;
  resolvedName: string | null;
  resolvedNameCheckedAt: Date | null;
  /** Why and since when the operator hides what the wallet says about itself; then only the wallet gets it (`shownProfile`). */
  hidden: { reason: string; at: string } | null;
}

/** `unknown`: the chain could not be read, or the budget of the request is spent. Treated as not met. */
export type ConditionState = 'met' | 'not met' | 'unknown';

/** Reads shared by the operations of one request. */
export interface RequestLoaders {
  /** The content source's facts about all labs; `null` when it cannot be read. */
  content(): Promise<LabContents | null>;
  /** Files with their newest version, by DID; `null` if there is none. */
  files: DataLoader<string, FileWithVersion | null>;
  /** Labs by oclId; `null` for one that is not registered. */
  registeredLabs: DataLoader<string, typeof labs.$inferSelect | null>;
  /** The active members of labs, by oclId. */
  members: DataLoader<string, Member[]>;
  /** Profiles by wallet; `null` if there is none. */
  profiles: DataLoader<string, ProfileRow | null>;
  /** Whether the caller's wallet meets condition sets, by their text. */
  openConditions: DataLoader<string, ConditionState>;
}
