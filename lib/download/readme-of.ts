interface Named {
  path: string;
}

/** The README of a folder (`''` is the root), in Markdown, if it has one. */
export function readmeOf<File extends Named>(files: readonly File[], folder: string): File | undefined {
  const prefix = folder === '' ? '' : `${folder}/`;
  return files.find(
    ({ path }) => path.startsWith(prefix) && /^readme\.(md|markdown)$/i.test(path.slice(prefix.length)),
  );
}
