/**
 * What libraries for Node and for browsers get in a browser in place of the files of Node (`next.config.mjs`).
 *
 * @public
 */
export default {};
