/** The access of larger versions is not changed in the web app, because it would hold them in memory. 100 MiB, shown as 100 MB. */
export const MAX_CHANGED_BYTES = 100 * 1024 * 1024;
