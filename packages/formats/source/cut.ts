/** A text of at most so many characters; `…` says that there were more. */
export const cut = (text: string, most = 300): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;
