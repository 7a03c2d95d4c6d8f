/** Two weeks. */
const WARNING_MS = 14 * 86_400_000;

/** The members whose roles end within two weeks, the next one first. */
export function endingSoon<M extends { expiry: string | null }>(members: readonly M[], now: Date): M[] {
  const left = ({ expiry }: M) => Number(expiry) * 1000 - now.getTime();
  return members
    .filter((member) => member.expiry !== null && left(member) > 0 && left(member) <= WARNING_MS)
    .sort((one, other) => left(one) - left(other));
}
