import createIgnore, { type Ignore } from 'ignore';

/** What systems and programs leave in folders, by the names of files and folders. It is nothing that a person made. */
const LITTER: readonly [name: RegExp, maker: string][] = [
  [
    /^(\.ds_store|\._.*|\.spotlight-v100|\.trashes|\.fseventsd|\.temporaryitems|\.documentrevisions-v100|\.appledouble|\.apdisk|__macosx|icon\r)$/,
    'macOS',
  ],
  [/^(thumbs\.db|ehthumbs(_vista)?\.db|desktop\.ini|\$recycle\.bin|system volume information)$/, 'Windows'],
  [/^(\.trash(-.+)?|\.directory|\.nfs[\da-f]{8,}|lost\+found)$/, 'Linux'],
  [
    /^(@eadir|#recycle|\.synology.*|\.dropbox(\.cache|\.attr)?|\.tmp\.drive(down|up)load|\.stfolder|\.stversions)$/,
    'a disk or a program that synchronizes',
  ],
  [/^(~\$.+|\.~lock\..+#)$/, 'an office program that has a file open'],
  [/^(.+\.sw[nop]|\..+\.un~|#.+#|\.#.+|.+~)$/, 'an editor'],
  [/^(\.git|\.svn|\.hg|\.bzr|_darcs)$/, 'a program for versions'],
  [/^\.labroom$/, 'the command line of Labroom'],
  [/^(node_modules|bower_components|\.npm|\.yarn)$/, 'packages of JavaScript'],
  [
    /^(__pycache__|.+\.py[co]|\.ipynb_checkpoints|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.nox|\.venv|\.eggs|.+\.egg-info)$/,
    'Python',
  ],
  [
    /^(\.rhistory|\.rapp\.history|\.rproj\.user|\.snakemake|\.nextflow(\.log.*)?|\.cache|\.gradle|\.idea|\.vscode)$/,
    'a program',
  ],
];

/** What makes the litter that a name belongs to, e.g. `macOS`; `null` if it is no litter. */
export function litterOf(name: string): string | null {
  const plain = name.toLowerCase();
  return LITTER.find(([pattern]) => pattern.test(plain))?.[1] ?? null;
}

/** Files that name what is left out, in the order in which their rules count: the last rule decides. */
export const ignoreFiles = ['.gitignore', '.labroomignore'] as const;

/** The text of an ignore file of a folder. */
export interface IgnoreFile {
  /** Path of its folder with a `/` at the end; `''` for the root. */
  folder: string;
  name: (typeof ignoreFiles)[number];
  text: string;
}

/** Whether patterns of gitignore name a path, or a folder above it. That of a folder ends with `/`. */
export function createExcluding(patterns: readonly string[]): (path: string) => boolean {
  const rules = createIgnore({ ignorecase: false }).add([...patterns]);
  return (path) => rules.ignores(path);
}

/**
 * Why a path is left out of an upload, with what names it; `null` if it is not. Above it, litter or an ignored folder leaves it out, too.
 * Rules are those of gitignore; those of `.labroomignore` stand after those of `.gitignore` of the same folder.
 */
export function createLeavingOut(
  files: readonly IgnoreFile[],
): (path: string, isFolder?: boolean) => string | null {
  const byFolder = Map.groupBy(files, ({ folder }) => folder);
  const rules = [...byFolder].map(([folder, own]): [string, Ignore] => [
    folder,
    createIgnore({ ignorecase: false }).add(
      ignoreFiles
        .flatMap((name) => own.filter((file) => file.name === name).map(({ text }) => text))
        .join('\n'),
    ),
  ]);
  // Rules of inner folders count after those of outer ones.
  rules.sort(([one], [other]) => one.length - other.length);
  const ignored = (path: string) => {
    let result = false;
    for (const [folder, rule] of rules) {
      if (!path.startsWith(folder) || path === folder) continue;
      const { ignored: isIgnored, unignored } = rule.test(path.slice(folder.length));
      if (isIgnored) result = true;
      if (unignored) result = false;
    }
    return result;
  };
  return (path, isFolder = false) => {
    const segments = path.split('/');
    for (const [index, segment] of segments.entries()) {
      const maker = litterOf(segment);
      if (maker) return `was left there by ${maker}`;
      const isLast = index === segments.length - 1;
      const prefix = segments.slice(0, index + 1).join('/');
      if (ignored(isLast && !isFolder ? prefix : `${prefix}/`)) return 'is named by an ignore file';
    }
    return null;
  };
}
