import type { z } from 'zod';

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/**
 * Describes what is wrong with an argument, to follow its name: `must be a string`. Used for every schema, so that no
 * message of the library reaches a caller. Returns `undefined` for a refinement, which has its own message.
 */
export function describeIssue(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined || issue.input === null
        ? 'is missing'
        : `must be ${nouns[issue.expected] ?? 'of another type'}`;
    case 'too_small':
      if (isMeasured(issue.origin) && Number(issue.minimum) === 1) return 'must not be empty';
      return `must ${bound(issue.origin, 'at least', issue.minimum)}`;
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'in the documented format'}`;
    case 'unrecognized_keys':
      return `has unknown keys: ${issue.keys.join(', ')}`;
    case 'custom':
      return undefined;
    default:
      return 'is not in the documented format';
  }
}

const nouns: Partial<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

const formats: Partial<Record<string, string>> = {
  base64: 'Base64',
  datetime: 'an ISO 8601 timestamp',
  url: 'a URL',
};

function isMeasured(origin: string): boolean {
  return origin === 'string' || origin === 'array';
}

function bound(origin: string, relation: string, limit: number | bigint): string {
  const amount = limit.toLocaleString('en');
  if (!isMeasured(origin)) return `be ${relation} ${amount}`;
  return `have ${relation} ${amount} ${origin === 'string' ? 'characters' : 'entries'}`;
}
