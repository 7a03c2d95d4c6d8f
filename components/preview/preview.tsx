'use client';
import { previewOf } from '@labroom/formats/formats';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { FullScreen } from './parts/full-screen.tsx';
import { renderers } from './renderers.tsx';
import type { ShownFile } from './text-file.tsx';

/**
 * [Note: untrusted files] Whatever its content type, a file is shown as an image, as media, as a PDF without actions, or
 * as data that own parsers read. The browser never parses it as HTML, and it never gets a URL that could become a
 * document of this origin. Binary formats and formats of many records are parsed in a worker with a time limit.
 */
export function Preview(file: Omit<ShownFile, 'opensWith'>) {
  const { format, opensWith } = previewOf(file.name, file.contentType);
  const Renderer = format && renderers[format];
  return (
    <FullScreen>
      {Renderer ? <Renderer {...file} opensWith={opensWith} /> : <NoPreview opensWith={opensWith} />}
    </FullScreen>
  );
}

/** Says which program opens a file that has no preview. */
export function NoPreview({ opensWith }: { opensWith: string }) {
  return (
    <EmptyState title="This kind of file has no preview.">
      Download it to open it with {opensWith}.
    </EmptyState>
  );
}
