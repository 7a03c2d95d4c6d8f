import type { LabRoomQuery } from '@labroom/client/documents';

export interface AccessCounts {
  /** Files that members of the team open. */
  team: number;
  /** Files that everyone opens. */
  public: number;
  /** Files that holders of the token open. */
  holders: number;
}

/** Number of files of a data room by who opens them, from the rows of its folders. */
export function accessCounts(room: LabRoomQuery | undefined): AccessCounts | null {
  const folders = room?.labWithDataRoomAndFiles?.dataRoom?.folders;
  if (!folders) return null;
  const of = (level: string) =>
    folders.reduce((sum, { accessLevel, fileCount }) => sum + (accessLevel === level ? fileCount : 0), 0);
  return { team: of('ADMIN'), public: of('PUBLIC'), holders: of('HOLDERS') };
}
