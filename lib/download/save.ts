import { visibleName } from '../names/visible-name.ts';

type SaveFilePicker = (options: {
  suggestedName: string;
}) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>;

/** Saves a blob as a download of the browser. */
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
 * Chooses the target of a stream: a file on disk if the browser supports it (asks the user, so call this on a click),
 * otherwise memory. Returns `null` if the user cancels.
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
