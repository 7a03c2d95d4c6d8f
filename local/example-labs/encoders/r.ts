import type { Bytes } from './zip.ts';

/** A list with a data frame, a matrix, sequences and a function, that R 4.2 wrote with `saveRDS`. */
export const exampleRds = (): Bytes => Uint8Array.from(Buffer.from(rds, 'base64'));

/** A data frame and numbers, that R 4.2 wrote with `save`. */
export const exampleRData = (): Bytes => Uint8Array.from(Buffer.from(rdata, 'base64'));

const rds = [
  'H4sIAAAAAAAAA3VTzU7CQBCedgtYEtCExzBy9gYH4xNo4s0sUCKhP0obES/wBp716M1H8GbiE/gOng1HEyM4052p3SZsst3pzOw33/zsRRMAFH',
  'iuC6qGItTOz06PjgHcDv400EZnHXcLt4vbWUG+Dsz/yif71ftLGCYo+VtceLbJ2nt9pPW0/AZeSlByJMC4+elBjhIGt0GYFthG62gRBhX/2jDU',
  'qbgXIGM9zJIZShsMl9Pof3z2KfhyTd/Gs4Fxt5Wb3onOAnMPmnaydthYR4GErbPSnYwEhswiR0SQ5ekkFh810gu5mEx38GmOdKa74xnB2Qz8WT',
  'LvCou8okQTC78x9N0W98zhNBTFJ+pGb4Gp0SQqtZfdLZc9dJFwHfbZ2SJgEvBVtNkY28MkusbmXE7iLA1uKlZvoNOAdS2m3mIk6qLqP+RNhN4a',
  'rJNTNgPHg2Z3WkllC753IizMbY8K9FvJGrMC+GEK9bLh0PD0t8yXYjs2n6JOVVu5wyqb05vZL7u8FZ4W9YYMn5kHJhIJENWzNJ0yZ85YXkUcpN',
  'm/+p5I/gEivyGZ+wMAAA==',
].join('');

const rdata = [
  'H4sIAAAAAAAAAwtyiTDmiuBiYGBgZmBhYmJgZgUyGVhDQ9x0LRiAIkAOIwMLAydIMK0oMTcVqFAYyGEDYl4gBitoYAADAQi/AaSYLePwypycfC',
  'CL8z8QAGk+kKz9zpkgMKv+BwMUMMNMgViFaiVbTmpZak4x3GyIKGMijJGE7sTknMRimHK4IWmJySX5RUDWP6B1YGc4XHziALK8/gOIZF8EMYb5',
  'P5pOFpfEklSIPgYuVM+iWpsHDBiYtWxQQabMFJgxIGkYOxfkQCg7OzMPpoY5JbESpjE/G4d7uFISSxL1oNGA4gLOovxyPZgrwCEKciYw4P9BnI',
  '+imD2vNDcptagYFikOPJCogIQGGPwDAJCjSOoYAgAA',
].join('');
