import type { LabCardFragment, MemberFieldsFragment, ShowcaseFilesQuery } from '@labroom/client/documents';
import type { DescribedCondition } from '@labroom/protocol/describe-conditions';
import type { AnswersAtBlock } from '../access/try-at-block.ts';

export type ShowcaseRoom = NonNullable<ShowcaseFilesQuery['labWithDataRoomAndFiles']>['dataRoom'];

/** A public picture of a lab, and an encrypted file of it with who opens it. */
export interface Figure {
  lab: LabCardFragment;
  picture: ShowcaseRoom['pictures'][number];
  closed: ClosedFile | null;
}

export interface ClosedFile {
  path: string;
  contentLength: string | null;
  /** As JSON, for the check in the browser. */
  conditions: string;
  words: readonly DescribedCondition[];
  /** A member who may open it. */
  member: MemberFieldsFragment;
  /** What the chain said; `null` if it could not be asked in time. */
  answers: AnswersAtBlock | null;
}
