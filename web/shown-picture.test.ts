import { expect, it } from 'vitest';
import { shownPicture } from './shown-picture.ts';

const env = { publicServiceUrl: 'https://api.example/v1' };

it('shows what the service serves', () => {
  const picture = 'https://api.example/v1/images/0190a1b2-0000-7000-8000-000000000000.webp';
  expect(shownPicture(picture, env)).toBe(picture);
});

it.each([
  null,
  'https://elsewhere.example/images/a.png',
  'https://api.example.evil.example/v1/images/a.png',
  'https://api.example/other/images/a.png',
  'https://api.example/v1',
  'data:image/png;base64,AAAA',
])('shows nothing of another place: %s', (image) => {
  expect(shownPicture(image, env)).toBeNull();
});
