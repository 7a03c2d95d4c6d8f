'use client';
import { createContext, use } from 'react';
import type { Network } from '#contracts/networks.ts';
import type { FirstFile } from '#lib/download/first-file.ts';
import type { Files } from './use-files.ts';
import type { Location } from './use-location.ts';
import type { MyRole } from './use-my-role.ts';

export interface DataRoomLab {
  oclId: string;
  shortname: string;
  /** Display name. */
  name: string;
}

interface DataRoom extends Files {
  lab: DataRoomLab;
  network: Network;
  location: Location;
  me: MyRole;
  /** The file in the URL that the page was loaded with. */
  firstFile: FirstFile | null;
}

export const DataRoomContext = createContext<DataRoom | null>(null);

/** Shared state of a data room's page. */
export function useDataRoom(): DataRoom {
  const room = use(DataRoomContext);
  if (!room) throw new Error('useDataRoom is used outside of DataRoom');
  return room;
}
