'use client';
import type { Network } from '@labroom/contracts/networks';
import { type ComponentType, createContext, use } from 'react';
import type { FirstFile } from '#lib/download/first-file.ts';
import type { MyRole } from '../labs/use-my-role.ts';
import type { Filing } from './filing.ts';
import type { MyRequestProps } from './my-request-props.ts';
import type { Files } from './use-files.ts';
import type { Location } from './use-location.ts';

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
  filing: Filing;
  /** Asks the lab for access to a file. */
  MyRequest: ComponentType<MyRequestProps>;
  /** Paths of folders without files, each with a `/` at its end. */
  emptyFolders: readonly string[];
  /** The folder that dragged rows would move into. */
  dropTarget: string | null;
  /** The file in the URL that the page was loaded with. */
  firstFile: FirstFile | null;
  /** The README of the folder that the page was loaded with. It may come after the files. */
  firstReadme: FirstFile | null | Promise<FirstFile | null>;
}

export const DataRoomContext = createContext<DataRoom | null>(null);

/** Shared state of a data room's page. */
export function useDataRoom(): DataRoom {
  const room = use(DataRoomContext);
  if (!room) throw new Error('useDataRoom is used outside of DataRoom');
  return room;
}

/** The README of the folder that the page was loaded with. Suspends until it is there. */
export function useFirstReadme(): FirstFile | null {
  const { firstReadme } = useDataRoom();
  return firstReadme instanceof Promise ? use(firstReadme) : firstReadme;
}
