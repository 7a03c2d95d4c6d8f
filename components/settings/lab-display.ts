/** How a lab presents itself, as its owners may change it. */
export interface LabDisplay {
  oclId: string;
  /** Its name, or its number. */
  title: string;
  name: string | null;
  description: string | null;
  externalUrl: string | null;
  image: string | null;
}
