'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { labPath, movedParam } from '#lib/api/lab-reference.ts';
import { type FileView, readFileView, withoutFileView, writeFileView } from '#lib/data-room/file-view.ts';
import { type ListView, readView, writeView } from '#lib/data-room/list-view.ts';

/** Of the page of a file without the list. */
const aloneParam = 'alone';

export interface Location {
  /** Current folder; `''` is the root. */
  folder: string;
  view: ListView;
  /** Path and version of the file shown beside the list. */
  file: string | null;
  version: number | null;
  /** How the URL says to read the shown file; `null` as it is saved for everybody. */
  fileView: FileView | null;
  /** Changes how the shown file is read, without a new history entry; `null` as it is saved. */
  setFileView(view: FileView | null): void;
  /** Versions that are compared, as the URL has them: `1-2`. */
  compared: string | null;
  /** The page was opened by a former path of the file. */
  isMoved: boolean;
  /** The shown file has the whole page: the list is not beside it. */
  isAlone: boolean;
  /** Gives the shown file the whole page, or shows the list beside it again. */
  setAlone(isAlone: boolean): void;
  /** The trash is shown instead of the files. */
  isTrash: boolean;
  hrefOfTrash: string;
  hrefOfFolder(folder: string): string;
  hrefOfFile(path: string, version?: number): string;
  /** Navigates without a server request: the whole list is already loaded. */
  go(href: string): void;
  /** Changes search, filters or order, without a new history entry. */
  setView(view: ListView): void;
  closeFile(): void;
  /** Names two versions of the shown file in the URL, without a new history entry. */
  compare(versions: string): void;
  /** Replaces paths that have changed: of the folder, given with a `/` at its end, and of the open file. */
  follow(newPath: (path: string) => string): void;
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
      const to = withoutFileView(new URLSearchParams(query));
      to.delete(movedParam);
      to.set('file', path);
      to.delete('compare');
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
      fileView: readFileView(current),
      setFileView: (view) =>
        window.history.replaceState(
          null,
          '',
          here(view ? writeFileView(current, view) : withoutFileView(current)),
        ),
      isAlone: current.has(aloneParam),
      setAlone(isAlone) {
        if (isAlone) current.set(aloneParam, '1');
        else current.delete(aloneParam);
        window.history.pushState(null, '', here(current));
      },
      isTrash: current.has('trash'),
      hrefOfTrash: `${hrefOfFolder('')}?trash=1`,
      isMoved: current.has(movedParam),
      version: Number.isInteger(version) && version > 0 ? version : null,
      compared: current.get('compare'),
      hrefOfFolder,
      hrefOfFile,
      go: (href) => window.history.pushState(null, '', href),
      setView: (view) => window.history.replaceState(null, '', here(writeView(current, view))),
      compare(versions) {
        current.set('compare', versions);
        window.history.replaceState(null, '', here(current));
      },
      follow(newPath) {
        const file = current.get('file');
        current.delete(movedParam);
        if (file !== null) current.set('file', newPath(file));
        const to = folder === '' ? '' : newPath(`${folder}/`).slice(0, -1);
        window.history.replaceState(null, '', `${hrefOfFolder(to)}${current.size > 0 ? `?${current}` : ''}`);
      },
      closeFile() {
        current.delete('file');
        current.delete('version');
        current.delete('compare');
        current.delete(movedParam);
        current.delete(aloneParam);
        window.history.pushState(null, '', here(withoutFileView(current)));
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
