import { editDistance } from './edit-distance.ts';
import { composeVariables, isPriceVariable, serviceVariables, webVariables } from './variables.ts';

/** Names the file. It is not a variable of the file. */
export const settingsFileVariable = 'LABROOM_ENV_FILE';

/** The file has lines that are not understood, or names that nothing reads. Quotes no value. */
export class SettingsFileError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsFileError';
    this.problems = problems;
  }
}

const known: ReadonlySet<string> = new Set(
  [...serviceVariables, ...webVariables, ...composeVariables].filter((name) => name !== settingsFileVariable),
);

/**
 * The variables of `labroom.env`. All programs share the file, so a name that none of them reads is a mistake.
 * @param parse reads lines `NAME=value` (`util.parseEnv` of Node)
 * @throws SettingsFileError
 */
export function readSettings(
  text: string,
  parse: (text: string) => Record<string, string | undefined>,
): Record<string, string> {
  const problems = lineProblems(text);
  const variables: Record<string, string> = {};
  for (const [name, value] of Object.entries(parse(text))) {
    if (!known.has(name) && !isPriceVariable(name))
      problems.push(`${name}: unknown variable${suggestionFor(name)}`);
    variables[name] = value ?? '';
  }
  if (problems.length > 0) throw new SettingsFileError(problems);
  return variables;
}

/** The name that was probably meant, as the end of a sentence. */
export function suggestionFor(name: string, among: Iterable<string> = known): string {
  const [nearest] = [...among]
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .sort((one, other) => one.distance - other.distance);
  // Beyond a third of its letters, it is another word.
  const isNear = nearest && nearest.distance <= Math.max(2, name.length / 3);
  return isNear ? `; did you mean ${nearest.candidate}?` : '';
}

/** Lines that Node would leave out silently, and names that are given twice. */
function lineProblems(text: string): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  let quote = '';
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (quote) {
      if (line.includes(quote)) quote = '';
      continue;
    }
    if (/^\s*(#|$)/.test(line)) continue;
    const [, name, value = ''] = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=(.*)$/.exec(line) ?? [];
    if (!name) {
      problems.push(`line ${at + 1} is not NAME=value`);
      continue;
    }
    if (seen.has(name)) problems.push(`${name}: is given twice`);
    seen.add(name);
    const [first = ''] = value.trimStart();
    if ('\'"`'.includes(first) && first && !value.trimStart().slice(1).includes(first)) quote = first;
  }
  if (quote) problems.push(`a value that begins with ${quote} does not end`);
  return problems;
}
