/** Request header by which a page says that it shows a session, so that a missing cookie is not taken for a visitor. */
export const sessionHeader = 'labroom-session';
