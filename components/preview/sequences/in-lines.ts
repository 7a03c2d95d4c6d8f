const LINE = 60;
const GROUP = 10;

/** A sequence as FASTA viewers print it: numbered lines of 60 in groups of 10. */
export function inLines(sequence: string): string {
  const width = String(sequence.length).length;
  const lines: string[] = [];
  for (let at = 0; at < sequence.length; at += LINE) {
    const groups: string[] = [];
    for (let from = at; from < Math.min(at + LINE, sequence.length); from += GROUP) {
      groups.push(sequence.slice(from, Math.min(from + GROUP, at + LINE)));
    }
    lines.push(`${String(at + 1).padStart(width)} ${groups.join(' ')}`);
  }
  return lines.join('\n');
}
