/** How zod describes an issue. None of it may reach a caller. */
export const libraryPhrases =
  /invalid (input|option|string|key|value|url|email|iso|base64|datetime|element)|too (small|big)|unrecognized key|expected \w+, received|to have [<>]=?|[<>]=\d|must match pattern/i;
