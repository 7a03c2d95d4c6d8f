import { accessLevelName } from '@labroom/protocol/access-level';
import { count, formatBytes } from '../command-line/progress.ts';
import { table } from '../command-line/table.ts';
import { levelOf } from '../store/folder.ts';
import type { Action, FolderStep } from './action.ts';

/** A step of a plan, for people and programs. */
export interface PlannedStep {
  action:
    | 'upload'
    | 'newVersion'
    | 'download'
    | 'renameInLab'
    | 'renameHere'
    | 'createFolderInLab'
    | 'createFolderHere'
    | 'trash'
    | 'remove';
  /** That of a folder ends with `/`. */
  path: string;
  /** The former path of a renamed file. */
  from?: string;
  /** Bytes that are sent or received for it. */
  bytes: number;
  /** Who may open it: `PUBLIC`, `HOLDERS` or `ADMIN`. `null` for a file that the lab does not have. */
  access: string | null;
}

const folderActions = {
  makeThere: 'createFolderInLab',
  makeHere: 'createFolderHere',
  trash: 'trash',
  remove: 'remove',
} as const;

/** What a plan will do with folders without files. */
export function plannedFolders(steps: readonly FolderStep[]): PlannedStep[] {
  return steps.flatMap(({ kind, path }) =>
    kind === 'adopt' || kind === 'forget'
      ? []
      : [{ action: folderActions[kind], path, bytes: 0, access: null }],
  );
}

/** Unless all are wanted. */
const mostListed = 20;

/** What a plan will do. What it only finds out is not among it. */
export function plannedSteps(actions: readonly Action[], access: 'team' | 'public'): PlannedStep[] {
  return actions.flatMap((action): PlannedStep[] => {
    const { kind, path } = action;
    if (kind === 'upload') {
      const { local, remote } = action;
      const step = remote ? ('newVersion' as const) : ('upload' as const);
      return [{ action: step, path, bytes: local.size, access: remote?.accessLevel ?? levelOf(access) }];
    }
    if (kind === 'download')
      return [{ action: 'download', path, bytes: action.remote.size, access: action.remote.accessLevel }];
    if (kind === 'moveThere' || kind === 'moveHere') {
      const { from, accessLevel } = action;
      const step = kind === 'moveHere' ? ('renameHere' as const) : ('renameInLab' as const);
      return [{ action: step, path, from, bytes: 0, access: accessLevel }];
    }
    if (kind === 'trash') return [{ action: 'trash', path, bytes: 0, access: action.remote.accessLevel }];
    return kind === 'remove' ? [{ action: 'remove', path, bytes: 0, access: null }] : [];
  });
}

const sentences: readonly [PlannedStep['action'], (files: string, lab: string) => string][] = [
  ['upload', (files, lab) => `Upload ${files} to ${lab}`],
  ['newVersion', (files, lab) => `Upload ${files} to ${lab} as new versions`],
  ['download', (files) => `Download ${files}`],
  ['renameInLab', (files) => `Rename ${files} in the lab`],
  ['renameHere', (files) => `Rename ${files} here`],
  ['createFolderInLab', (folders) => `Create ${folders} in the lab`],
  ['createFolderHere', (folders) => `Create ${folders} here`],
  ['trash', (files) => `Move ${files} to the trash of the lab`],
  ['remove', (files) => `Remove ${files} from this folder`],
];

const words: Readonly<Record<PlannedStep['action'], string>> = {
  upload: 'upload',
  newVersion: 'new version',
  download: 'download',
  renameInLab: 'rename in the lab',
  renameHere: 'rename here',
  createFolderInLab: 'folder in the lab',
  createFolderHere: 'folder here',
  trash: 'to the trash',
  remove: 'remove here',
};

/** `2 files`, `1 folder`, or both. */
function countOf(steps: readonly PlannedStep[]): string {
  const folders = steps.filter(({ path }) => path.endsWith('/')).length;
  const files = steps.length - folders;
  return [files > 0 && count(files, 'file'), folders > 0 && count(folders, 'folder')]
    .filter(Boolean)
    .join(' and ');
}

/** A plan for its user to agree to: how many files, then their names. Empty if there is nothing to do. */
export function describePlan(steps: readonly PlannedStep[], shortname: string, listsAll: boolean): string {
  const sums = sentences.flatMap(([action, sentence]) => {
    const some = steps.filter((step) => step.action === action);
    const bytes = some.reduce((sum, step) => sum + step.bytes, 0);
    const size = bytes > 0 ? ` (${formatBytes(bytes)})` : '';
    return some.length > 0 ? [`${sentence(countOf(some), shortname)}${size}.`] : [];
  });
  const shown = listsAll ? steps : steps.slice(0, mostListed);
  const rows = shown.map(({ action, path, from, bytes, access }) => [
    `  ${words[action]}`,
    access === null ? '' : accessLevelName(access),
    bytes > 0 ? formatBytes(bytes) : '',
    from === undefined ? path : `${from} → ${path}`,
  ]);
  const left = steps.length - shown.length;
  const more = left > 0 ? [`  and ${left.toLocaleString('en')} more; --verbose lists all`] : [];
  return [...sums, ...(rows.length > 0 ? [table(rows)] : []), ...more].join('\n');
}
