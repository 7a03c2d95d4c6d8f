/** Who may open a file: everyone, token holders and the team, or the team. */
export const accessLevels = ['PUBLIC', 'HOLDERS', 'ADMIN'] as const;

export type AccessLevel = (typeof accessLevels)[number];

/** What people read for a level. Programs read the level itself. */
export const accessLevelNames: Readonly<Record<AccessLevel, string>> = {
  PUBLIC: 'Everyone',
  HOLDERS: 'Token holders',
  ADMIN: 'Team',
};

/** The name of a level for people; a level of a later version of a service is its own name. */
export const accessLevelName = (level: string): string => accessLevelNames[level as AccessLevel] ?? level;

/** Levels of encrypted files. */
export type EncryptedAccessLevel = Exclude<AccessLevel, 'PUBLIC'>;
