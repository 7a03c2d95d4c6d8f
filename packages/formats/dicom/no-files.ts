// What decoders that were compiled for Node and for browsers get in a browser for the files of Node (`next.config.mjs`).
export {};
