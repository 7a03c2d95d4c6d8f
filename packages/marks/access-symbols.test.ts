import { expect, it } from 'vitest';
import { accessKinds, accessSymbols, accessTexture } from './access-symbols.ts';

it('every kind of access has its own symbol and its own texture, whatever the colours are', () => {
  expect(new Set(accessKinds.map((kind) => JSON.stringify(accessSymbols[kind]))).size).toBe(
    accessKinds.length,
  );
  const textures = accessKinds.map((kind) => accessTexture(kind, 'id', { paper: 'white', ink: 'black' }));
  expect(new Set(textures).size).toBe(accessKinds.length);
});
