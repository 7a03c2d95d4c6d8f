import type { LabIdentityQuery } from '#packages/client/documents.generated.ts';

/** The lab data that every page of a lab shows. */
export type LabIdentity = NonNullable<LabIdentityQuery['labWithDataRoomAndFiles']>;
