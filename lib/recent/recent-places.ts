/** A lab, or a file of one, as this browser last showed it. */
export interface RecentLab {
  oclId: string;
  shortname: string;
  title: string;
}

export interface RecentFile {
  /** Shortname and title of its lab. */
  shortname: string;
  title: string;
  path: string;
  contentType: string;
}

/** What a wallet opened last in this browser, the last first. */
export interface RecentPlaces {
  labs: readonly RecentLab[];
  files: readonly RecentFile[];
}

/** Of each kind. */
export const MOST_RECENT = 12;

export const noPlaces: RecentPlaces = { labs: [], files: [] };

const keyOf = (wallet: string) => `labroom.recent.${wallet}`;

/** A storage that is blocked or damaged has none. */
export function readRecent(wallet: string, storage?: Storage): RecentPlaces {
  try {
    return parseRecent((storage ?? localStorage).getItem(keyOf(wallet)));
  } catch {
    return noPlaces;
  }
}

/** Puts a lab first, or a file and with it its lab. */
export function remember(
  wallet: string,
  place: { lab: RecentLab; file?: Pick<RecentFile, 'path' | 'contentType'> },
  storage?: Storage,
): void {
  const { lab, file } = place;
  const { labs, files } = readRecent(wallet, storage);
  const recent = file && { shortname: lab.shortname, title: lab.title, ...file };
  const next: RecentPlaces = {
    labs: [lab, ...labs.filter(({ oclId }) => oclId !== lab.oclId)].slice(0, MOST_RECENT),
    files: recent ? [recent, ...files.filter((one) => !isSame(one, recent))].slice(0, MOST_RECENT) : files,
  };
  try {
    (storage ?? localStorage).setItem(keyOf(wallet), JSON.stringify(next));
  } catch {
    // Without storage nothing is remembered.
  }
}

const isSame = (one: RecentFile, other: RecentFile) =>
  one.shortname === other.shortname && one.path === other.path;

function parseRecent(text: string | null): RecentPlaces {
  const value: unknown = JSON.parse(text ?? 'null');
  if (typeof value !== 'object' || value === null) return noPlaces;
  const list = (name: string): unknown[] => {
    const found: unknown = Reflect.get(value, name);
    return Array.isArray(found) ? found.slice(0, MOST_RECENT) : [];
  };
  return {
    labs: list('labs').filter((one) => hasTexts<RecentLab>(one, ['oclId', 'shortname', 'title'])),
    files: list('files').filter((one) =>
      hasTexts<RecentFile>(one, ['shortname', 'title', 'path', 'contentType']),
    ),
  };
}

function hasTexts<Place>(value: unknown, names: readonly (keyof Place & string)[]): value is Place {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'string');
}
