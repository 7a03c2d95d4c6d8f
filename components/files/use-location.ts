'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { labPath } from '#lib/api/lab-reference.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { type ListView, readView, writeView } from './list/list-view.ts';

export interface Location {
  /** Current folder; `''` is the root. */
  folder: string;
  view: ListView;
  /** Path and version of the file shown beside the list. */
  file: string | null;
  version: number | null;
  hrefOfFolder(folder: string): string;
  hrefOfFile(path: string, version?: number): string;
  /** Navigates without a server request: the whole list is already loaded. */
  go(href: string): void;
  /** Changes search, filters or order, without a new history entry. */
  setView(view: ListView): void;
  closeFile(): void;
}

/** State of the data room's page, read from its URL: folder, filters, file and version. */
export function useLocation(shortname: string, initialPath: readonly string[]): Location {
  const pathname = usePathname();
  const params = useSearchParams();
  const hydrated = useHydrated();
  const folder = hydrated ? folderOf(pathname) : initialPath.join('/');
  const query = params.toString();

  const hrefOfFolder = useCallback(
    (to: string) => labPath(shortname, 'files', to === '' ? [] : to.split('/')),
    [shortname],
  );
  const hrefOfFile = useCallback(
    (path: string, version?: number) => {
      const to = new URLSearchParams(query);
      to.set('file', path);
      if (version) to.set('version', String(version));
      else to.delete('version');
      return `${hrefOfFolder(folder)}?${to}`;
    },
    [folder, hrefOfFolder, query],
  );

  return useMemo(() => {
    const current = new URLSearchParams(query);
    const here = (written: URLSearchParams) =>
      `${hrefOfFolder(folder)}${written.size > 0 ? `?${written}` : ''}`;
    const version = Number(current.get('version'));
    return {
      folder,
      view: readView(current),
      file: current.get('file'),
      version: Number.isInteger(version) && version > 0 ? version : null,
      hrefOfFolder,
      hrefOfFile,
      go: (href) => window.history.pushState(null, '', href),
      setView: (view) => window.history.replaceState(null, '', here(writeView(current, view))),
      closeFile() {
        current.delete('file');
        current.delete('version');
        window.history.pushState(null, '', here(current));
      },
    };
  }, [folder, hrefOfFile, hrefOfFolder, query]);
}

/** `/labs/x/files/a/b` → `a/b` */
function folderOf(pathname: string): string {
  return pathname.split('/').slice(4).map(decode).join('/');
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
