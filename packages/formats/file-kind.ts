export type FileKind =
  | 'image'
  | 'table'
  | 'markdown'
  | 'text'
  | 'json'
  | 'notebook'
  | 'pdf'
  | 'audio'
  | 'video'
  | 'archive'
  | 'other';

/** File kinds of the filter, in display order. */
export const fileKindNames: Readonly<Record<FileKind, string>> = {
  table: 'Tables',
  text: 'Text and code',
  markdown: 'Markdown',
  json: 'JSON',
  notebook: 'Notebooks',
  pdf: 'PDF',
  image: 'Images',
  audio: 'Audio',
  video: 'Video',
  archive: 'Archives',
  other: 'Other',
};

const EXACT: Readonly<Record<string, FileKind>> = {
  'application/gzip': 'archive',
  'application/jsonl': 'text',
  'application/json': 'json',
  'application/pdf': 'pdf',
  'application/toml': 'text',
  'application/x-bibtex': 'text',
  'application/x-ipynb+json': 'notebook',
  'application/x-tar': 'archive',
  'application/x-tex': 'text',
  'application/xml': 'text',
  'application/yaml': 'text',
  'application/zip': 'archive',
  'application/javascript': 'text',
  'text/csv': 'table',
  'text/markdown': 'markdown',
  'text/tab-separated-values': 'table',
};

/** Kind of a file, by MIME type. */
export function fileKindOf(contentType: string): FileKind {
  const type = (contentType.split(';')[0] ?? '').trim().toLowerCase();
  const exact = EXACT[type];
  if (exact) return exact;
  // Raw data of a camera, and by the same ending of an instrument, which no browser draws.
  if (/^image\/x-.*raw$/.test(type)) return 'other';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type.startsWith('video/')) return 'video';
  if (type.endsWith('+json')) return 'json';
  if (type.startsWith('text/') || type.startsWith('chemical/') || type.endsWith('+xml')) return 'text';
  return 'other';
}
