import { type FileKind, fileKindNames, fileKindOf } from '@labroom/formats/file-kind';
import type { RoomFile } from '../download/room-files.ts';
import { type Entry, fileEntry, listFolder, typeOf } from './list-folder.ts';
import { type SortKey, sortKeys } from './sort-key.ts';

/** Search, filters and sort order of the list, as in the URL. Empty strings mean "any". */
export interface ListView {
  search: string;
  level: string;
  tag: string;
  category: string;
  kind: FileKind | '';
  sort: SortKey;
  descending: boolean;
}

export const plainView: ListView = {
  search: '',
  level: '',
  tag: '',
  category: '',
  kind: '',
  sort: 'name',
  descending: false,
};

/** Whether a search or filter is active, so that files of all folders are shown. */
export function isFiltered({ search, level, tag, category, kind }: ListView): boolean {
  return [search.trim(), level, tag, category, kind].some((value) => value !== '');
}

/**
 * The rows to show: the content of a folder or, if filtered, every matching file. Folders come first. `found` are paths of
 * files that have the words of the search elsewhere than in what is listed of them.
 */
export function viewEntries(
  files: readonly RoomFile[],
  folder: string,
  view: ListView,
  emptyFolders: readonly string[] = [],
  found?: ReadonlySet<string>,
): Entry[] {
  const entries = isFiltered(view)
    ? filesOfView(files, view, found).map(fileEntry)
    : listFolder(files, folder, emptyFolders);
  const direction = view.descending ? -1 : 1;
  return entries.sort((a, b) => {
    if (a.kind !== b.kind) return a.kind === 'folder' ? -1 : 1;
    return direction * compare(a, b, view.sort) || byName(a, b);
  });
}

function filesOfView(
  files: readonly RoomFile[],
  { search, level, tag, category, kind }: ListView,
  found?: ReadonlySet<string>,
): RoomFile[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = (file: RoomFile) => {
    if (words.length === 0 || found?.has(file.path)) return true;
    const haystack = [file.path, file.description ?? '', ...file.tags].join('\n').toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
  return files.filter(
    (file) =>
      (!level || file.accessLevel === level) &&
      (!tag || file.tags.includes(tag)) &&
      (!category || file.categories.includes(category)) &&
      (!kind || fileKindOf(file.contentType) === kind) &&
      hasWords(file),
  );
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
/** The order of names, with numbers by their value. */
export const compareNames = collator.compare;
// Folders of one kind have files of the same names, and to compare as strings is quicker.
const byName = (a: Entry, b: Entry) =>
  (a.name === b.name ? 0 : compareNames(a.name, b.name)) || (a.key < b.key ? -1 : 1);

function compare(a: Entry, b: Entry, sort: SortKey): number {
  if (sort === 'size') return a.size - b.size;
  if (sort === 'updated') return (a.updatedAt ?? '').localeCompare(b.updatedAt ?? '');
  if (sort === 'version') return versionOf(a) - versionOf(b);
  if (sort === 'type') return typeOf(a).localeCompare(typeOf(b));
  if (sort === 'changedBy') return authorOf(a).localeCompare(authorOf(b));
  if (sort === 'access') return levelOf(a).localeCompare(levelOf(b));
  return byName(a, b);
}

const versionOf = (entry: Entry) => (entry.kind === 'file' ? entry.file.version : 0);
const authorOf = (entry: Entry) => (entry.kind === 'file' ? (entry.file.changeBy ?? '').toLowerCase() : '');
const levelOf = (entry: Entry) => (entry.kind === 'file' ? entry.file.accessLevel : '');

/** Reads a view from a query string. Unknown values become the default. */
export function readView(params: URLSearchParams): ListView {
  const kind = params.get('type') ?? '';
  const sort = params.get('sort') ?? '';
  return {
    search: params.get('q') ?? '',
    level: params.get('level') ?? '',
    tag: params.get('tag') ?? '',
    category: params.get('category') ?? '',
    kind: isKind(kind) ? kind : '',
    sort: isSortKey(sort) ? sort : 'name',
    descending: params.get('order') === 'desc',
  };
}

/** Writes a view into a copy of a query string, leaving out defaults. */
export function writeView(params: URLSearchParams, view: ListView): URLSearchParams {
  const written = new URLSearchParams(params);
  const values = {
    q: view.search,
    level: view.level,
    tag: view.tag,
    category: view.category,
    type: view.kind,
    sort: view.sort === 'name' ? '' : view.sort,
    order: view.descending ? 'desc' : '',
  };
  for (const [name, value] of Object.entries(values)) {
    if (value) written.set(name, value);
    else written.delete(name);
  }
  return written;
}

const isKind = (text: string): text is FileKind => Object.hasOwn(fileKindNames, text);
const isSortKey = (text: string): text is SortKey => (sortKeys as readonly string[]).includes(text);
