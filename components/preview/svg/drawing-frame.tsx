'use client';
import type { ModelOf } from '@labroom/formats/models';
import { useEffect, useState } from 'react';

/** A frame that does not answer for this time is removed. */
const SILENT_MS = 5_000;
/** Answers after which the drawing counts as drawn. Its own load event comes before it is painted. */
const ANSWERS = 4;
const BETWEEN_MS = 400;

const documentOf = (url: string) =>
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'"><style>html,body{margin:0;height:100%}img{display:block;width:100%;height:100%;object-fit:contain}</style><img alt="" src="${url}">`;

interface DrawingFrameProps {
  body: Blob;
  name: string;
  drawing: ModelOf<'svg'>;
  /** The frame does not answer, so it must be removed. */
  onSilent: () => void;
}

/**
 * Draws an SVG as an image in a frame without an origin, which the browser runs in another process than the page. So it runs no script,
 * loads nothing, and however long it takes, the page answers. The frame is a picture: clicks and the wheel go to the page.
 */
export function DrawingFrame({ body, name, drawing: { width, height }, onSilent }: DrawingFrameProps) {
  const url = useDataUrl(body);
  const [answers, setAnswers] = useState(0);
  useSilence(url !== null && answers < ANSWERS, answers, onSilent);
  return (
    <span
      role="img"
      aria-label={name}
      className="relative mx-auto block image-background rounded border border-line"
      style={{
        aspectRatio: `${width} / ${height}`,
        width: `min(100%, ${width}px, calc(var(--preview-height, 70dvh) * ${width / height}))`,
      }}
    >
      {url && (
        <>
          <iframe
            title={name}
            sandbox=""
            srcDoc={documentOf(url)}
            tabIndex={-1}
            onLoad={() => setAnswers((before) => Math.max(before, 1))}
            className="pointer-events-none absolute inset-0 size-full"
          />
          {answers > 0 && answers < ANSWERS && (
            <Question key={answers} onAnswer={() => setAnswers(answers + 1)} />
          )}
        </>
      )}
    </span>
  );
}

/** An empty frame. It loads as soon as the process of the drawing is free. */
function Question({ onAnswer }: { onAnswer: () => void }) {
  const [timer, setTimer] = useState<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer), [timer]);
  return (
    <iframe
      title="Whether the drawing is drawn"
      sandbox=""
      srcDoc="<p>"
      tabIndex={-1}
      aria-hidden
      onLoad={() => setTimer(setTimeout(onAnswer, BETWEEN_MS))}
      className="invisible absolute size-0"
    />
  );
}

/** Calls `onSilent` if `answers` does not change in time while the page is visible. */
function useSilence(isWaiting: boolean, answers: number, onSilent: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer starts the time anew
  useEffect(() => {
    if (!isWaiting) return;
    // Frames of a page in the background may load late.
    const timer = setInterval(() => document.visibilityState === 'visible' && onSilent(), SILENT_MS);
    return () => clearInterval(timer);
  }, [isWaiting, answers, onSilent]);
}

/** A data URL, because a blob URL opened in a tab would run the SVG's scripts with the origin of this site. */
function useDataUrl(body: Blob): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(new Blob([body], { type: 'image/svg+xml' }));
    return () => reader.abort();
  }, [body]);
  return url;
}
