/** A dropped or chosen file, with its path within the dropped folder. */
export interface DroppedFile {
  file: File;
  path: string;
}

// Files that operating systems create in folders.
const SYSTEM_FILES = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** Adds relative paths (from react-dropzone's `path` or from the folder input) and leaves out system files. */
export function withPaths(files: readonly File[]): DroppedFile[] {
  return files
    .filter((file) => !SYSTEM_FILES.has(file.name))
    .map((file) => {
      const { path, relativePath } = file as File & { path?: string; relativePath?: string };
      return { file, path: file.webkitRelativePath || relativePath || path || file.name };
    });
}
