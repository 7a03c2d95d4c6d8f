'use client';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { limitedWidth, panelWidths } from '#lib/choices/panel-width.ts';

interface PanelDividerProps {
  /** Percent that the file takes. */
  width: number;
  /** Called while the divider moves. */
  onMove: (width: number) => void;
  /** Called when it has moved. */
  onMoved: (width: number) => void;
}

const STEP = 2;

/** Between the list and an open file: it is dragged, moved with the arrow keys, and put back with a double click. */
export function PanelDivider({ width, onMove, onMoved }: PanelDividerProps) {
  const divider = useRef<HTMLHRElement>(null);

  function widthAt({ clientX }: PointerEvent): number {
    const place = divider.current?.parentElement?.getBoundingClientRect();
    return place ? limitedWidth((100 * (place.right - clientX)) / place.width) : width;
  }

  function onKeyDown(event: KeyboardEvent) {
    const wanted = {
      ArrowLeft: width + STEP,
      ArrowRight: width - STEP,
      Home: panelWidths.most,
      End: panelWidths.least,
    }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    onMoved(limitedWidth(wanted));
  }

  const isDragged = (event: PointerEvent) => event.currentTarget.hasPointerCapture(event.pointerId);
  return (
    <hr
      ref={divider}
      aria-orientation="vertical"
      aria-label="Width of the file"
      aria-valuenow={width}
      aria-valuemin={panelWidths.least}
      aria-valuemax={panelWidths.most}
      title="Drag to change the width. Double click: usual width"
      tabIndex={0}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => isDragged(event) && onMove(widthAt(event))}
      onPointerUp={(event) => isDragged(event) && onMoved(widthAt(event))}
      onDoubleClick={() => onMoved(panelWidths.usual)}
      className="relative h-auto w-6 cursor-col-resize touch-none self-stretch border-0 outline-none before:absolute before:inset-y-0 before:left-1/2 before:w-0.5 before:-translate-x-1/2 hover:before:bg-edge focus-visible:before:w-1 focus-visible:before:bg-acc active:before:bg-acc max-lg:hidden print:hidden"
    />
  );
}
