import { CutNote } from './cut-note.tsx';

export function TextPreview({ text, isCut }: { text: string; isCut: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
        tabIndex={0}
        className="max-h-[70dvh] overflow-auto rounded border border-line bg-wash p-3 font-mono text-xs"
      >
        {text === '' ? <span className="text-ink2">(empty)</span> : text}
      </pre>
      {isCut && <CutNote />}
    </div>
  );
}

/** Indents JSON. Returns other text unchanged. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
