import type { AskedRole } from '@labroom/protocol/access-request';

/** The file that someone wants to open. */
export interface AskedFile {
  /** Its DID. */
  ref: string;
  path: string;
}

/** Of the part that asks a lab for access. */
export interface MyRequestProps {
  lab: { oclId: string; name: string };
  file?: AskedFile | undefined;
  /** Of a role that ends soon. */
  renews?: AskedRole | undefined;
  /** Called once when the request is granted while it is shown. */
  onGranted: () => void;
}
