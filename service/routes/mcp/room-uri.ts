/** What a resource of a data room is. `lab` is an oclId or a short name. */
export type RoomResource =
  | { kind: 'lab'; lab: string }
  | { kind: 'file'; lab: string; path: string }
  | { kind: 'announcement'; lab: string; id: string };

/** Templates of the URIs of resources (RFC 6570). Search results have such a URI as their id. */
export const ROOM_TEMPLATES = {
  lab: 'labroom://labs/{lab}',
  file: 'labroom://labs/{lab}/files/{+path}',
  announcement: 'labroom://labs/{lab}/announcements/{id}',
} as const satisfies Record<RoomResource['kind'], string>;

const FORM = /^labroom:\/\/labs\/([^/?#]+)(?:\/(files|announcements)\/([^?#]+))?$/;

/** The URI of a resource. Slashes of a path stay as they are. */
export function roomUri(resource: RoomResource): string {
  const lab = `labroom://labs/${encodeURIComponent(resource.lab)}`;
  if (resource.kind === 'lab') return lab;
  if (resource.kind === 'announcement') return `${lab}/announcements/${encodeURIComponent(resource.id)}`;
  return `${lab}/files/${resource.path.split('/').map(encodeURIComponent).join('/')}`;
}

/** Reads a URI; `null` if it has another form. */
export function parseRoomUri(uri: string): RoomResource | null {
  const [, first, section, rest] = FORM.exec(uri) ?? [];
  if (first === undefined) return null;
  try {
    const lab = decodeURIComponent(first);
    if (section === undefined || rest === undefined) return { kind: 'lab', lab };
    const name = decodeURIComponent(rest);
    return section === 'files' ? { kind: 'file', lab, path: name } : { kind: 'announcement', lab, id: name };
  } catch {
    return null;
  }
}
