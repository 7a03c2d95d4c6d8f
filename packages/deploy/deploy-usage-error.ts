/** A command line that is not understood. The message says how to correct it. */
export class DeployUsageError extends Error {}
