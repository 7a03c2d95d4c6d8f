'use client';
import { useEffect, useRef, useState } from 'react';

/** A formula in TeX. Its source stays if it cannot be drawn. The library and its fonts are loaded with the first one. */
export function Formula({ tex, isDisplay }: { tex: string; isDisplay: boolean }) {
  const drawn = useRef<HTMLSpanElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let current = true;
    setDrawn(false);
    import('./render-formula.ts')
      .then(({ renderFormula }) => {
        if (!current || !drawn.current) return;
        renderFormula(tex, drawn.current, isDisplay);
        setDrawn(true);
      })
      // Not loaded, or not a formula.
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [tex, isDisplay]);
  return (
    <>
      <span
        ref={drawn}
        hidden={!isDrawn}
        className={`[&_.katex]:text-[1.08em] ${isDisplay ? 'block overflow-x-auto py-1' : ''}`}
      />
      {!isDrawn && <code>{tex}</code>}
    </>
  );
}
