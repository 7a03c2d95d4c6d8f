/** A lab whose data room is released. */
export interface ReleasedLab {
  oclId: string;
  shortname: string;
  fileCount: number;
}
