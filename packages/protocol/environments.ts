/** Deployment environments. */
export const environments = ['local', 'staging', 'production'] as const;

export type Environment = (typeof environments)[number];

/** The chain of each environment. */
export const chainIds = { local: 31337, staging: 84532, production: 8453 } as const satisfies Record<
  Environment,
  number
>;

/** Prefix of the consumer credentials of an installation that configures none. */
export const defaultCredentialPrefix = (environment: Environment) => `labroom_${environment}`;
