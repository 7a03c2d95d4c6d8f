import packageJson from '#package.json' with { type: 'json' };

/** The version of this build (Semantic Versioning) from `package.json`, shown by `/health`, logs and metrics. */
export const { version } = packageJson;
