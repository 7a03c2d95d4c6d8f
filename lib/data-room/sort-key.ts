export const sortKeys = ['name', 'type', 'access', 'version', 'changedBy', 'size', 'updated'] as const;
export type SortKey = (typeof sortKeys)[number];
