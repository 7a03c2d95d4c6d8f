/** Name of the contract error that caused a revert, or its text; `null` if the error is not a revert. */
export function revertNameOf(error: unknown): string | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { data } = cause as { data?: unknown };
    if (typeof data !== 'object' || data === null || !('errorName' in data)) continue;
    const { errorName, args } = data as { errorName: unknown; args?: unknown };
    const [text] = Array.isArray(args) ? args : [];
    if (errorName === 'Error' && typeof text === 'string') return text;
    if (typeof errorName === 'string') return errorName;
  }
  return null;
}
