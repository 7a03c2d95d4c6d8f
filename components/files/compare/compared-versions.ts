/** Two versions of a file. */
export interface ComparedVersions {
  former: number;
  later: number;
}

/** Of the URL: `1-3`. Its numbers may not exist. */
export function parseCompared(text: string | null): ComparedVersions | null {
  const [, former, later] = /^([1-9]\d{0,8})-([1-9]\d{0,8})$/.exec(text ?? '') ?? [];
  return former && later && former !== later ? { former: Number(former), later: Number(later) } : null;
}
