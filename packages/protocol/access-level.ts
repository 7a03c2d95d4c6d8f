/** Who may open a file: everyone, token holders and the team, or the team. */
export const accessLevels = ['PUBLIC', 'HOLDERS', 'ADMIN'] as const;

export type AccessLevel = (typeof accessLevels)[number];

/** Levels of encrypted files. */
export type EncryptedAccessLevel = Exclude<AccessLevel, 'PUBLIC'>;
