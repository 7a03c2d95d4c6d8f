import { expect, it } from 'vitest';
import { shownImage } from './shown-image.ts';

const env = { publicServiceUrl: 'https://api.example/v1' };

it('shows images that the service serves', () => {
  const image = 'https://api.example/v1/images/0190a1b2-0000-7000-8000-000000000000.webp';
  expect(shownImage(image, env)).toBe(image);
});

it.each([
  null,
  'https://elsewhere.example/images/a.png',
  'https://api.example.evil.example/v1/images/a.png',
  'https://api.example/other/images/a.png',
  'https://api.example/v1',
  'data:image/png;base64,AAAA',
])('hides an image from elsewhere: %s', (image) => {
  expect(shownImage(image, env)).toBeNull();
});
