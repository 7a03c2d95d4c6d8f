import { expect, it } from 'vitest';
import { typeInMemory } from './object-url.ts';

it.each([
  ['image/png', 'image/png'],
  ['Image/JPEG', 'image/jpeg'],
  ['audio/ogg; codecs=opus', 'audio/ogg'],
  ['video/x-matroska', 'video/x-matroska'],
  ['application/pdf', 'application/pdf'],
])('%s keeps its type', (contentType, type) => {
  expect(typeInMemory(contentType)).toBe(type);
});

it.each([
  'image/svg+xml',
  'IMAGE/SVG+XML',
  'image/svg',
  'image/x+xml',
  'audio/x+xml; charset=utf-8',
  'video/html+xml',
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  '',
])('%s, which a browser could render as a document, becomes application/octet-stream', (contentType) => {
  expect(typeInMemory(contentType)).toBe('application/octet-stream');
});
