/** The fields of a lab that its owners can edit. */
export interface LabDisplay {
  oclId: string;
  /** The lab's name or, without one, its number. */
  title: string;
  name: string | null;
  description: string | null;
  externalUrl: string | null;
  image: string | null;
}
