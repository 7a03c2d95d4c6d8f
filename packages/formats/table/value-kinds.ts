const DATES = [
  /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ].*)?$/,
  /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?[ap]\.?m\.?)?$/i,
];

/** Whether a value is a date, or a time of the day. */
export const isDated = (value: string): boolean => DATES.some((pattern) => pattern.test(value.trim()));
