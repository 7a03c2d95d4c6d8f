/** Names of at most so many characters have room wherever names stand. */
const SHORT = 12;

/** Letters of scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The end that stays: at most five characters and the extension. They often tell names apart: `… plate-07.csv`. */
const ending = /[ -~]{0,5}(?:\.[a-z0-9]{1,8})?$/i;
const extension = /\.[a-z0-9]{1,8}$/i;

/**
 * The beginning of a name, and its end, which stays where the name is cut. Both look together as the name does: the end has
 * Latin letters, digits and signs only, whose forms do not depend on what is beside them. It is empty for a short
 * name, and if no such end exists.
 */
export function nameParts(name: string): readonly [beginning: string, end: string] {
  if (name.length <= SHORT) return [name, ''];
  const isRightToLeft = RIGHT_TO_LEFT.test(name);
  const end = (isRightToLeft ? extension : ending).exec(name)?.[0] ?? '';
  const beginning = name.slice(0, name.length - end.length);
  // Between Latin letters of a name that is written from right to left, two parts would change their places.
  const isInOrder = !isRightToLeft || RIGHT_TO_LEFT.test([...beginning].at(-1) ?? '');
  return end !== '' && beginning !== '' && isInOrder ? [beginning, end] : [name, ''];
}
