import { visibleName } from '../visible-name.ts';

type SaveFilePicker = (options: {
  suggestedName: string;
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>;

/** Hands a file to the browser's downloads. */
export function saveBlob(body: Blob, name: string): void {
  const url = URL.createObjectURL(body);
  const link = document.createElement('a');
  link.href = url;
  link.download = visibleName(name);
  link.click();
  // Firefox reads the URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Where a stream will be saved. Straight to disk where the browser can (asking the person first, so call this on a
 * click), else through memory. `null`: the person changed their mind.
 */
export async function chooseSink(
  name: string,
): Promise<((stream: ReadableStream<Uint8Array>) => Promise<void>) | null> {
  const picker = (window as { showSaveFilePicker?: SaveFilePicker }).showSaveFilePicker;
  if (!picker) {
    return async (stream) => saveBlob(await new Response(stream).blob(), name);
  }
  try {
    const handle = await picker({ suggestedName: name });
    const writable = await handle.createWritable();
    return (stream) => stream.pipeTo(writable);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return null;
    throw error;
  }
}
