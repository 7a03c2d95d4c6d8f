'use client';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { isFiltered } from '#lib/data-room/list-view.ts';
import { readmeOf } from '#lib/download/readme-of.ts';

const Readme = lazy(() => import('./readme.tsx').then((module) => ({ default: module.Readme })));

/** The README of the current folder, if it has one. It stays while a file is open, so that it is there after closing it. */
export function FolderReadme() {
  const { files, location, firstReadme } = useDataRoom();
  const { folder, view, isTrash } = location;
  const isOffered = !isTrash && !isFiltered(view);
  const file = useMemo(() => (isOffered ? readmeOf(files, folder) : undefined), [isOffered, files, folder]);
  const [loadedWith, setLoadedWith] = useState(
    firstReadme instanceof Promise ? undefined : firstReadme?.path,
  );
  if (loadedWith !== undefined && loadedWith !== file?.path) setLoadedWith(undefined);
  if (!file) return null;
  const readme = <Readme key={`${file.path} ${file.accessLevel}`} file={file} />;
  return (
    <div hidden={location.file !== null}>
      {/* What was loaded with the page is part of its HTML, so no Suspense boundary may delay it. */}
      {loadedWith === file.path ? readme : <Suspense>{readme}</Suspense>}
    </div>
  );
}
