import { expect, test } from 'vitest';
import { contactLink } from '../../../src/site/contact-link.ts';

test.each([
  ['data@example.org', 'mailto:data@example.org'],
  ['mailto:data@example.org', 'mailto:data@example.org'],
  ['MAILTO:Data@Example.org', 'mailto:Data@Example.org'],
  ['https://example.org/contact', 'https://example.org/contact'],
  ['HTTP://example.org', 'HTTP://example.org'],
])('%s leads to %s', (contact, link) => {
  expect(contactLink(contact)).toBe(link);
});

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript:alert(1)@example.org',
  'javascript:alert(1)//https://example.org',
  'javascript:alert(1)\nhttps://example.org',
  'data:text/html,<script>alert(1)</script>',
  '//example.org',
  'ftp://example.org',
  ' https://example.org',
  'data@example.org?bcc=all@example.org',
  'Write to data@example.org',
  'data@example.org@example.com',
  'data@example.org:25',
  'who?data@example.org',
  'data@',
  'https://',
  'https://example.org and more',
  '',
])('%j is not a link', (contact) => {
  expect(contactLink(contact)).toBeNull();
});
