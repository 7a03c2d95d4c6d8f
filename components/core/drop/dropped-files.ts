/** A dropped or chosen file, with its path within the dropped folder. */
export interface DroppedFile {
  file: File;
  path: string;
}

/** Adds relative paths, from react-dropzone's `path` or from the folder input. */
export function withPaths(files: readonly File[]): DroppedFile[] {
  return files.map((file) => {
    const { path, relativePath } = file as File & { path?: string; relativePath?: string };
    return { file, path: file.webkitRelativePath || relativePath || path || file.name };
  });
}
