import { gunzipSync } from 'node:zlib';
import type { Bytes } from './zip.ts';

/** A database that SQLite 3.40 wrote: `samples` with a long text, `many` with 200 rows and a later column, a table without rowid, a view. */
export const exampleSqlite = (): Bytes => Uint8Array.from(gunzipSync(Buffer.from(packed, 'base64')));

const packed = [
  'H4sIAAAAAAACA+2YfWxV5R3Hn9/3fm/fAHtBC1TeDlikhQpUXstbb6EFiogrIAgqcNt7gQt9o720VJTuIZ0DN8nFMRW2GDCdWReziFs2WBYzZr',
  'eAWzbJNjOMy8Q0i2SLE2ecuLnsexlx8pdL9p/0d3I/v3PuOc95nnN+5/Ocm7umdmUylQi2Nrc2xlLBDAdn5qJB4JxWnctz/42wPvzUtrnPDrip',
  '9TbEZqjh151tEv7uXv3MVuXIGlFQYOtTsbqGRGOsqTPzCS9ZXV25tjpYW7l4ZXWQ+SYobioNGmIafjyxNba7IRXMKpnIrIL8/JyK9mSio739Wp',
  'N1NdXrg/Yg1ha0JRoS9amgbF4oa0R+viWu9tDRkXfduTuC4ljQ0ppsjLV2BjsTnSVBRzK1vXl3Kmht7kjGNcAp7n8LP86yR4waZfsLrnbUFmts',
  'Ea8lXNfptS+D4mQ8SDalEtsSrZ8eQ2kwoTkeLw2aYo2JCUEqsScVTJscxEqDumDytFLdjra2oDURa/jkVhSXTZ1Vot3JbZnTaaWhua40qN+eqN',
  '8ZFF89fFEwvaRkSKZINsbZJGEgro+c3CyX8QEfH1yRne2eaMzOGvZy7+dm0RWGMk73vjyw3KhL5jEfuAs3yFJx+mgmjkWuvcBjdfWZl3rI3s1s',
  '5to/7IP/rA7E5/mt5meL2V1CVjTz/o+6Q87+aR/a3+wdu2T99kd73X5nr9ov7Of2E/uRfd++a9+2Z+2b9qSl7THrtn22x1qtwbbaFttoa22VLb',
  'fFtsBm23SbbEU21kbaMBtsWfqR+JF7373j3nZvuTfca/r194rrcy+5U+5F97x7zh13x9wRDeBqMArke1aI5CLgpoNcKEa4ABhylPPFIs4DBp9k',
  'uRjlXGDQec4R45wN5F3hLDHNmWIJZwC5fbxTjLFMdJwO5JzgNLGKU4HsS7xDTLNULOcUIKufk8XDLBGjLAbClzlJ7OHt4gZOFCMsAniOt4ndnC',
  'BWcrzoGAChMxwndnOsWMMxYoSjAVzgKLGHt4q7WChGOVIcyhGA9XO4eJoFYpq3iEneLFZxmDieQ0XHCOAuMl/s401iL4eI6dBgWGdoECweyoPV',
  'hnJh0VAOrCyUDSsKZcEKQ2FYJERYbigEo/rVQcjJ1L/CPersI3tf1X/b3rI37DXV/hXrs5fslL1oz9tzdtyO2RE7ZAdsvz1s7dZiOyxum+w+W2',
  '0rbalFbZ7NtKlWbBNstA23iOUZ3b/ch+499xf3J/eme9391v3KnXU/dT92P3AvuO+4HveMe9o94b7qHmUXsIjcByzM5SPAgggfBuYXci8wr4gP',
  'AeVl7ATmRrkHmFPLDmB2nO3ArE7uBmammQJm9LINuLOPrUDZRe4SHVuA6ePZDEyrYhMwNclG4I40G4DS09wJTOnnDnEok8DkKLcDJbu4DSju4V',
  'Zg0gUmxAjjwO01rAcmdrMOKDrDmOi4BbitkpuBCd3cBIw/xwfFCB8Agg28HxjXw43A2MvcIEZ5HzDmMNcDo/u5TiznvcCoNNcCt17iGrGKq4HC',
  'E6wVHb8AjIzxHmBEH1eJJbwbGJ7mSqDgCu8S41wB3HKeNWKUy4GbT3KZWMSlwLCjrBYjrNKDdpBLMo8bFwMRz0rRZeo/x3U5u2Lv2Z/l/h9U/V',
  '/bWTsj77+n2n/LnrGnZP1BVX6vpaxRzm9W3WtthS2R8bNU9UkWWKF8H6Saf+w+cH+V7RdV8d+4X7qfyfUfqt697ln3DZn+uB62rk/mInpZ23WF',
  'XtruS9PL20dK6CXu3j56mftQjF7qdupIudtxgl7ytlfRy97UJXrp26Z28re1nF4Ct/TTy+Dmw/RSuClKL4cbLtNL4p099LJ4xwZ6aZyM0Mvjbe',
  'foJfLWbnqZnKikl8px9SeX687QS+aY9snmLTX00nmz2snnBy/QS+gHdE4Zff8ueim9Uf3J6Q1D6SX1eo1FVq87TS+t79U45fXaJL3EXqNrkNmr',
  'x9NL7Vr1J7fvuUgvuVfp2mX33b300nul2g0G7uqkHwSsiNPnATW19LnAcvWXAywro88GlhbRZwHVhfRhoErjlOdLculDwGLSS/pKozfNPOrPAR',
  'WWqf8wa3Ga/d+V/W/a7+X+Wc36p+wFzfnH7WnV/oB9UfN9y8Cr8/+PsF+OkDt2MuyXKR8tCvulyk8dDftq5ScjYV+lfORg2C9R/hrDfrHyYR/2',
  'lcpptY8qH9J2hfLj2r9I+Ss6fqHyY2q/QPmAzjdf+cs6/zzlL6m/cuXuaNjPVd5/PuznKPt4nrv2T89A3JDxb+lo6ooAFAAA',
].join('');
