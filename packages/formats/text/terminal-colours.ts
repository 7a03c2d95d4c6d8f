/** Codes by which a terminal changes its colours and moves its cursor. */
export const TERMINAL_COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*[A-Za-z]`, 'g');
