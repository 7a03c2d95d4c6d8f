import { gunzipSync } from 'node:zlib';

/**
 * A file that h5py 3.7 wrote: `cells` (records in chunks, shuffled and compressed), `partly` (written in one of four chunks, fill value
 * -1), `none` (0 × 7), `big` (2⁶⁰ + 1, with attributes), `names` (texts of variable length) and `nothing` (no value).
 */
export const h5pyFile = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array(gunzipSync(Buffer.from(packed, 'base64')));

const packed = [
  'H4sIAAAAAAACA+1bS09TQRSemT64loKtIC8VihLC0gVGXCmRYhOJGNHEFVrgFhpvS0NLUlayUtyxNNEFSxM38A+6cOHC4N/wH2hiDN65c870dm',
  'ofK6xyvqQ5nZkzrzOPO/PNzJvU3HxPZCTCJCyLBVmM+XEC+Haz1o3hz0FykHsgPwj0517YEPjHIX1T7/GjZFJqnxjAfCpBJWtLRzgrSCVnH0r5',
  'FNwzID+LWr1V23GKriykt0rODmP5zbwt/Vey6154Pp2zZXh+s7SRza/rfptokC9nIU9nn6Nb9WTOlQdmjzLAfnj6A0HVV7Nr7dUvZrnDz/t3h+',
  'XSxaI3HFvEiY+PsSCUftBigy/df6W0qme0Rdw+LsvK2Au7UJLu8y30h4Qa47KcquYWm59dWEp6Y/dJEieBkOsvw0VAqXW7LSX/cIF2srwZobix',
  'nck4th7PHPzX7IyTLtlQL5mLsndACCtcnWr0NLD0YHGOs7Buv/2rzeuBNk0EmutNgTy41sIuIHfHm+tdB3k43aIfYP8eON3xJedf7raOOf/2Nd',
  'Cf6VWy35j/Efd7zXFE8zeBQCAQCP86ysura7usKxR+9WkiPM9CH/lkefnn9zHhfH1/692XSoWx7VzkF3z2Y3I5dzhRXSpzn9tbHrq+Ab3oIxAI',
  'BAKB0JGQnAv3bew5MCZcKA/8lCPNYroDLKb5JOFjBkLgL/kj6Y8McBB5JfCr8kKB1GB1XYE/Fxunag/Fn9Tz18g3iQbxXhs8SdDQF9TVCAQCgU',
  'AgEP6zdXSo6Toa0WXE69Lr6CEvajxxW58fT3ez6RNYaOvzWKES1Otmbt6wQJT/sj0ihj1qz9u51mOwa1D7hsoN5Z4Srer9DFbctafrUZbS7THp',
  'hmUcdZDe7rm3Wa6o2w6YXr8bx9nMe+kNu/WIwW6H+8qB8eQ9AyRGA3/sH63uH6j+0Cifql2YYZd1sEvCaJG9jhov9+4uLvDqdrHO7iuGPXA/dX',
  'x0fOTff+J9jjKho4DtnOilbwOBQCAQCAQCgUAgnGXU8yEW7veFn/+IJ+rfRjTnhRrxYW872h7+c3Tk/xT/NMXRXlG3jk626L3zMPWQRxqF9Ebr',
  '7G3yS7W8SggkvM3QvCSya+dARkB2g8T3KT0gcbuP71DwnUAc5AWQ+B4B3x1cBInPJeAugH6XMQxyBOQlkJdBXtHlOdD9q+DGLqSzW166QtUl3W',
  'Z7SPtiv1sxbNVOnEY8J959iMJLEnn/ot+NZecKpZ0m/R3HxW9dAyZ/6DcAAA==',
].join('');
