import { LabroomError } from '@labroom/client/api-failure';
import type { DownloadPorts, FileVersion } from '@labroom/client/download/download-ports';
import { openFile } from '@labroom/client/download/open-file';
import { makeZip } from 'client-zip';

/** `manifest.json` of a zip: included files, missing files, and hashes to verify them. */
export interface ZipManifest {
  lab: { oclId: string; name: string };
  /** ISO 8601. */
  createdAt: string;
  files: {
    path: string;
    did: string;
    version: number;
    contentType: string;
    /** Hash of the bytes in this zip. */
    sha256: string;
    /** Hash of the stored bytes, which are ciphertext for an encrypted file. */
    storedContentHash: string;
    decrypted: boolean;
  }[];
  skipped: { path: string; reason: string }[];
}

interface ZipOptions {
  signal: AbortSignal;
  now: Date;
  /** Called before each file. */
  onFile?(path: string, index: number): void;
  /** Called once, after the last file. */
  onManifest?(manifest: ZipManifest): void;
}

/**
 * Zips the newest versions of files one after the other, so that at most one is in memory. Files that cannot be opened
 * are left out and listed with the reason. Fails only when `signal` is aborted.
 */
export function zipFiles(
  ports: DownloadPorts,
  lab: { oclId: string; name: string },
  paths: readonly string[],
  options: ZipOptions,
): ReadableStream<Uint8Array> {
  const manifest: ZipManifest = { lab, createdAt: options.now.toISOString(), files: [], skipped: [] };
  return makeZip(entries(ports, paths, manifest, options));
}

async function* entries(
  ports: DownloadPorts,
  paths: readonly string[],
  manifest: ZipManifest,
  { signal, now, onFile, onManifest }: ZipOptions,
) {
  for (const [index, path] of paths.entries()) {
    onFile?.(path, index);
    const entry = await openEntry(ports, path, manifest, signal);
    if (entry) yield { name: path, input: entry.body, lastModified: new Date(entry.createdAt) };
  }
  onManifest?.(manifest);
  // A file with that name in the data room keeps it.
  const name = paths.includes('manifest.json') ? 'labroom-manifest.json' : 'manifest.json';
  yield { name, input: JSON.stringify(manifest, null, 2), lastModified: now };
}

async function openEntry(ports: DownloadPorts, path: string, manifest: ZipManifest, signal: AbortSignal) {
  const { oclId } = manifest.lab;
  try {
    const file = await ports.api.findVersion(oclId, path);
    if (!file) throw new Error('The file was deleted.');
    const { body, sha256 } = await openFile(ports, oclId, file, { signal });
    manifest.files.push(listed(file, sha256));
    return { body, createdAt: file.createdAt };
  } catch (error) {
    if (signal.aborted) throw error;
    manifest.skipped.push({ path, reason: reasonOf(error) });
    return null;
  }
}

function listed(file: FileVersion, sha256: string): ZipManifest['files'][number] {
  const { path, did, version, contentType, contentHash, encryption } = file;
  return {
    path,
    did,
    version,
    contentType,
    sha256,
    storedContentHash: contentHash,
    decrypted: encryption !== null,
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof LabroomError && error.code === 'UNAUTHENTICATED')
    return 'Encrypted; sign in to open it.';
  if (error instanceof LabroomError && error.reason === 'ACCESS_CONDITIONS_NOT_MET') {
    return 'Encrypted; its access conditions were not met.';
  }
  if (error instanceof LabroomError && error.code === 'UPSTREAM_UNAVAILABLE') {
    return 'Encrypted; the chain could not be read. Try again.';
  }
  return error instanceof Error ? error.message : 'It could not be opened.';
}
