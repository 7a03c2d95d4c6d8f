import type { LabCardFragment } from '@labroom/client/documents';

/** A lab with the folders of its data room. */
export interface DoorRoom {
  lab: Pick<LabCardFragment, 'shortname' | 'isVerified' | 'fileCount'>;
  folders: readonly { accessLevel: string }[];
}

interface Rooms {
  /** Labs of which the local owner is an owner. */
  owned: readonly DoorRoom[];
  /** Labs in which the local contributor is a contributor. */
  contributed: readonly DoorRoom[];
  /** Labs that the front page shows, of anybody. */
  shown: readonly DoorRoom[];
}

/** Shortnames of the labs behind the doors of the front page; `null` where no lab is as the door says. */
export interface Doors {
  /** Has public files, and files that are closed to a visitor. */
  visitor: string | null;
  /** Has encrypted files, and the local contributor is a contributor. */
  contributor: string | null;
  /** The local owner owns it. */
  owner: string | null;
}

const isPublic = ({ accessLevel }: { accessLevel: string }) => accessLevel === 'PUBLIC';
const hasPublic = ({ folders }: DoorRoom) => folders.some(isPublic);
const hasEncrypted = ({ folders }: DoorRoom) => folders.some((folder) => !isPublic(folder));

/**
 * Chooses by role and content, never by the newest contribution: anyone can mint a lab and upload last. Of several labs that are as
 * a door says, the verified ones come first, then those with most files.
 */
export function chooseDoors({ owned, contributed, shown }: Rooms): Doors {
  const forVisitors = (rooms: readonly DoorRoom[]) =>
    best(rooms.filter((room) => hasPublic(room) && hasEncrypted(room)));
  return {
    visitor: forVisitors([...owned, ...contributed]) ?? forVisitors(shown),
    contributor: best(contributed.filter(hasEncrypted)),
    owner: best(owned),
  };
}

function best(rooms: readonly DoorRoom[]): string | null {
  const rank = ({ lab }: DoorRoom) => [Number(lab.isVerified === true), lab.fileCount] as const;
  const [first] = [...rooms].sort((one, other) => {
    const [[verified, files], [otherVerified, otherFiles]] = [rank(one), rank(other)];
    return otherVerified - verified || otherFiles - files;
  });
  return first?.lab.shortname ?? null;
}
