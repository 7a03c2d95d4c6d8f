import type { LabIdentityQuery } from '#packages/client/documents.generated.ts';

/** What every page of a lab shows of it. */
export type LabIdentity = NonNullable<LabIdentityQuery['labWithDataRoomAndFiles']>;
