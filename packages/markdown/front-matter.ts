/** Between lines of `---`, where YAML may also end with `...`, or of `+++`. The first line names a value or is a comment. */
const FRONT_MATTER =
  /^\uFEFF?(?:---[ \t]*\r?\n(?=[^\s:#-][^:\r\n]*:\s|#)([\s\S]*?)\r?\n(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n([\s\S]*?)\r?\n\+\+\+)[ \t]*(?=\r?\n|$)/;

/**
 * A text whose front matter is a block of code. In CommonMark it would be a rule, and a heading of all its lines. As many lines as before,
 * and as long ones but the marks.
 */
export function frontMatterAsCode(text: string): string {
  const [all, yaml, toml] = FRONT_MATTER.exec(text) ?? [];
  if (all === undefined) return text;
  const content = yaml ?? toml ?? '';
  const longest = (content.match(/~+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2);
  const fence = '~'.repeat(longest + 1);
  return `${fence}${yaml === undefined ? 'toml' : 'yaml'}\n${content}\n${fence}${text.slice(all.length)}`;
}
