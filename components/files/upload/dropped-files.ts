/** A file as it was dropped or chosen, with its path within the dropped folder. */
export interface DroppedFile {
  file: File;
  path: string;
}

// What operating systems leave in folders and nobody means to share.
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Gives files their relative paths (react-dropzone's `path`, or the folder input's) and drops litter. */
export function withPaths(files: readonly File[]): DroppedFile[] {
  return files
    .filter((file) => !LITTER.has(file.name))
    .map((file) => {
      const { path, relativePath } = file as File & { path?: string; relativePath?: string };
      return { file, path: file.webkitRelativePath || relativePath || path || file.name };
    });
}
