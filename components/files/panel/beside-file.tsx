'use client';
import { type ReactNode, useState } from 'react';
import { useDataRoom } from '#components/core/data-room/data-room-context.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { panelWidthCookie } from '#lib/choices/panel-width.ts';
import { PanelDivider } from './panel-divider.tsx';

/** What was chosen since the page was loaded. */
let chosen: number | undefined;

interface BesideFileProps {
  /** Percent of the place that the file took at the last visit. */
  initialWidth: number;
  list: ReactNode;
  /** The panel of the open file, if one is open. */
  file: ReactNode;
}

/** The list, and beside it an open file. On narrow screens, and where the file is a page of its own, it takes the whole place. */
export function BesideFile({ initialWidth, list, file }: BesideFileProps) {
  const { location } = useDataRoom();
  const [width, setWidth] = useState(chosen ?? initialWidth);
  const isBeside = location.file !== null && !location.isAlone;
  const style: Record<`--${string}`, string> = { '--panel-width': `${width}%` };
  function onMoved(next: number) {
    chosen = next;
    setWidth(next);
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${panelWidthCookie}=${next}; path=/; max-age=31536000; samesite=lax`;
  }
  return (
    <div
      data-empty
      style={isBeside ? style : undefined}
      className={classNames(
        'min-w-0 flex-1',
        isBeside && 'grid items-start lg:grid-cols-[minmax(0,1fr)_auto_minmax(0,var(--panel-width))]',
      )}
    >
      {list}
      {isBeside && <PanelDivider width={width} onMove={setWidth} onMoved={onMoved} />}
      {/* Stays on the full screen when another file is opened. */}
      <div data-full-screen className={fullScreenClass}>
        {file}
      </div>
    </div>
  );
}

const fullScreenClass =
  'contents [&:fullscreen]:block [&:fullscreen]:overflow-auto [&:fullscreen]:bg-sheet [&:fullscreen]:[--preview-height:calc(100dvh-16rem)]';
