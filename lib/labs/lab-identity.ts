import type { LabIdentityQuery } from '@labroom/client/documents';

/** The lab data that every page of a lab shows. */
export type LabIdentity = NonNullable<LabIdentityQuery['labWithDataRoomAndFiles']>;
