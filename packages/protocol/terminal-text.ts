/** Control characters, and those that are invisible, change the direction of text or end a line. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Text of others for a terminal: on one line, and without characters that a terminal would obey. */
export function terminalText(text: string): string {
  return text.replace(unprintable, '\ufffd');
}
