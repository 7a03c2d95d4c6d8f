import type { FileVersion } from '@labroom/client/download/download-ports';
import { previewOf } from '@labroom/formats/formats';
import { formatBytes } from '#components/ui/byte-size.tsx';
import { EmptyState } from '#components/ui/empty-state.tsx';
import { contentSize } from '#lib/data-room/content-size.ts';

/** In the place of a preview that would have to fetch too much. */
export function TooLarge({ version, name }: { version: FileVersion; name: string }) {
  const { maxBytes, opensWith } = previewOf(name, version.contentType);
  return (
    <EmptyState title="The file is too large to preview.">
      The file has {formatBytes(contentSize(version))}; the preview reads up to {formatBytes(maxBytes)}.
      Download it to open it with {opensWith}.
    </EmptyState>
  );
}
