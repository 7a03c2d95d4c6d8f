import { jsonTokens } from './json-tokens.ts';

/** `JSON.parse` that takes the numbers that Python writes and JSON does not have: they are `null`. Show no number of the result. Throws if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
  }
  let json = '';
  let at = 0;
  for (const { kind, start, end } of jsonTokens(text)) {
    if (kind !== 'word' || !/[NI]/.test(text.slice(start, end))) continue;
    json += `${text.slice(at, start)}null`;
    at = end;
  }
  return JSON.parse(json + text.slice(at));
}
