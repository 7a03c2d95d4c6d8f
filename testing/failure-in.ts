interface Failure {
  code: string;
  reason: string | undefined;
  message: string;
  argument: unknown;
}

/** The error of an operation, in-band or thrown; `null` if it succeeded. */
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer, as `post` reads it.
export function failureIn(name: string, { data, errors }: any): Failure | null {
  const [thrown] = errors ?? [];
  if (thrown) {
    const { reason, argument } = thrown.errorInfo;
    return { code: thrown.errorType, reason, message: thrown.message, argument };
  }
  const inBand = data[name]?.error;
  if (!inBand) return null;
  const { reason, argument } = JSON.parse(inBand.details ?? '{}');
  return { code: inBand.code, reason, message: inBand.message, argument };
}
