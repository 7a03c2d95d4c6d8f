/** Lifetimes offered for service tokens, as the API reads them. */
export const lifetimes = [
  { value: '1d', name: '1 day' },
  { value: '30d', name: '30 days' },
  { value: '90d', name: '90 days' },
  { value: '1y', name: '1 year' },
] as const;
