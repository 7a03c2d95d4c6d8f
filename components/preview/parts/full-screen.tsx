'use client';
import { Maximize, Minimize } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';

/**
 * A preview with a button that shows it on the full screen, if the browser allows that. The panel around it is shown
 * too, so that another file can be opened there.
 */
export function FullScreen({ children }: { children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const [isFull, setFull] = useState(false);
  const [isPossible, setPossible] = useState(false);
  useEffect(() => {
    setPossible(document.fullscreenEnabled === true);
    const update = () => setFull(document.fullscreenElement !== null);
    update();
    document.addEventListener('fullscreenchange', update);
    return () => document.removeEventListener('fullscreenchange', update);
  }, []);
  const Icon = isFull ? Minimize : Maximize;
  return (
    <div ref={part} className="flex min-w-0 flex-col gap-2">
      {/* It has its place before that is known, so that the preview does not move. */}
      <Button
        size="sm"
        variant="quiet"
        aria-keyshortcuts="F"
        title="Full screen (F)"
        className={classNames('self-end', !isPossible && 'invisible')}
        onClick={() => toggleFullScreen(part.current)}
      >
        <Icon aria-hidden className="size-4" />
        {isFull ? 'Leave full screen' : 'Full screen'}
      </Button>
      {children}
    </div>
  );
}

/** Shows the panel around an element on the full screen, or leaves it. Does nothing where the browser forbids it. */
export function toggleFullScreen(part: Element | null): void {
  const done = document.fullscreenElement
    ? document.exitFullscreen()
    : part?.closest('[data-full-screen]')?.requestFullscreen();
  done?.catch(() => undefined);
}
