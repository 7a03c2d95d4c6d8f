'use client';
import { Search } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { part } from '../../ui/part.tsx';
import { useHydrated } from '../../ui/use-hydrated.ts';
import { collectTyping, type TypingCollector } from './collect-typing.ts';

const loadPalette = () => import('./command-palette.tsx').then((module) => module.CommandPalette);
const CommandPalette = part(loadPalette);

/** Opens the command palette, as does Ctrl+K or ⌘K. The palette's code is loaded shortly before its first use. */
export function PaletteButton() {
  const [early, setEarly] = useState<TypingCollector | null>(null);
  const isOpen = early !== null;
  const close = useCallback(() => setEarly(null), []);
  const open = useCallback(() => {
    setEarly(collectTyping());
    loadPalette().catch(close);
  }, [close]);
  useEffect(() => () => early?.stop(), [early]);
  const isMac = useHydrated() && /mac|iphone|ipad/i.test(navigator.platform);

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
      if (!(isMac ? event.metaKey : event.ctrlKey)) return;
      // Browsers use the same shortcut for the address bar.
      event.preventDefault();
      isOpen ? close() : open();
    }
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [isMac, isOpen, open, close]);

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={open}
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        className="inline-flex h-8 items-center gap-2 rounded text-sm text-ink2 hover:bg-wash hover:text-ink max-lg:w-8 max-lg:justify-center touch:h-10 touch:max-lg:w-10 lg:w-52 lg:border lg:border-edge lg:bg-sheet lg:px-2.5"
      >
        <Search aria-hidden className="size-4" />
        <span className="max-lg:sr-only">Search or go to</span>
        <kbd aria-hidden className="ml-auto font-sans text-xs text-ink3 max-lg:hidden">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {early && <CommandPalette onClose={close} early={early} />}
    </>
  );
}
