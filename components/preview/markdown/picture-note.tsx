import type { ReactNode } from 'react';

/** Stands where a picture is not shown, and says why. */
export function PictureNote({ alt, children }: { alt: string; children: ReactNode }) {
  return (
    <em className="text-ink2">
      [Picture{alt && ` “${alt}”`}: {children}]
    </em>
  );
}
