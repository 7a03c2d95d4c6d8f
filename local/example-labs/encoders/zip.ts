import { downloadZip } from 'client-zip';

export type Bytes = Uint8Array<ArrayBuffer>;

/** The fields of a date in a zip are local time, so this is the same everywhere. */
const lastModified = new Date(2026, 10, 2, 9, 0, 0);

/** A zip of files, each at its path. */
export async function encodeZip(files: Readonly<Record<string, string | Bytes>>): Promise<Bytes> {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified }));
  return new Uint8Array(await downloadZip(entries).arrayBuffer());
}
