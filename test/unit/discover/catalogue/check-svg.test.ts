import { describe, expect, test } from 'vitest';
import { faultInSvg } from '../../../../src/discover/catalogue/check-svg.ts';

const svg = (content: string, attributes = ''): string =>
  `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${content}</svg>`;

describe('a logo may have', () => {
  test.each([
    ['shapes and text', svg('<title>A &amp; B &#233;</title><g fill="#fff"><path d="M0 0h8v8z"/></g>')],
    [
      'a declaration and a comment',
      `<?xml version="1.0" encoding="UTF-8"?>\n<!-- Made by hand > -->\n${svg('<g/>')}\n`,
    ],
    ['a document type without entities', `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x.dtd">${svg('<g/>')}`],
    ['a byte order mark', `\uFEFF${svg('<g/>')}`],
    ['references to its own parts', svg('<use href="#a"/><g fill="url(#b)" style="clip-path: url( \'#c\')"/>')],
    ['a style sheet', svg('<style>@media print { g > a { fill: url("#b") } }</style>')],
    ['a picture of pixels inside', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['names of an editor', svg('<g inkscape:label="x" xmlns:inkscape="http://www.inkscape.org/"/>')],
    ['a > in a quoted value', svg('<g aria-label="a > b"/>')],
  ])('%s', (_, text) => {
    expect(faultInSvg(text)).toBeNull();
  });
});

describe('a logo is refused with', () => {
  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'an element <script>'],
    ['a script in capitals and with a prefix', svg('<x:SCRIPT/>'), 'an element <x:SCRIPT>'],
    ['a foreign object', svg('<foreignObject/>'), 'an element <foreignObject>'],
    ['an animation, which can change a link', svg('<animate attributeName="href"/>'), 'an element <animate>'],
    ['an event handler', svg('<g/>', ' onload="x()"'), 'an event handler onload'],
    ['an event handler on a line of its own', svg('<g\n  ONCLICK = "x()"/>'), 'an event handler ONCLICK'],
    ['a link to a script', svg('<a href="javascript:x()"/>'), 'a link href'],
    ['a link to another site', svg('<image xlink:href="https://example.org/a.png"/>'), 'a link xlink:href'],
    ['a link that begins with a blank', svg('<a href=" #a"/>'), 'a link href'],
    ['another document inside', svg('<use href="data:image/svg+xml;base64,AAAA"/>'), 'a link href'],
    ['a style that loads something', svg('<g style="fill: url(https://example.org/x)"/>'), 'loads something'],
    ['a fill that loads something', svg('<g fill=\'URL( "//example.org/x")\'/>'), 'loads something'],
    ['an imported style sheet', svg('<style>@import "x.css";</style>'), 'loads something'],
    ['an escape in a style', svg('<style>a { fill: \\75rl(x) }</style>'), 'escapes'],
    ['a reference in a style', svg('<style>a { fill: &#117;rl(x) }</style>'), 'escapes'],
    ['a reference in an attribute', svg('<g fill="u&#114;l(//x)"/>'), 'a character reference in the attribute fill'],
    ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${svg('<g/>')}`, 'not well-formed'],
    ['entities of another file', `<!DOCTYPE svg [%x;]>${svg('<g/>')}`, 'not well-formed'],
    ['a style sheet of another file', `<?xml-stylesheet href="x.css"?>${svg('<g/>')}`, 'a processing instruction'],
    ['another encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${svg('<g/>')}`, 'UTF-8'],
    ['unquoted attributes', svg('<g fill=red/>'), 'not well-formed'],
    ['a comment that HTML ends sooner', `<!--><script>x()</script>-->${svg('<g/>')}`, 'not well-formed'],
    ['a section of characters', svg('<![CDATA[x]]>'), 'not well-formed'],
    ['tags that cross', svg('<g><a></g></a>'), 'an end tag </g>'],
    ['an element that never ends', svg('<g>'), 'an end tag </svg>'],
    ['an end that is missing', '<svg xmlns="http://www.w3.org/2000/svg">', 'not a whole SVG document'],
    ['nothing', '', 'not a whole SVG document'],
    ['no element', 'a logo', 'text outside'],
    ['two roots', `${svg('<g/>')}${svg('<g/>')}`, 'one root element'],
    ['another root', '<html xmlns="http://www.w3.org/2000/svg"></html>', 'one root element'],
    ['no namespace', '<svg><g/></svg>', 'must have xmlns'],
  ])('%s', (_, text, reason) => {
    expect(faultInSvg(text)?.reason).toContain(reason);
  });

  test('the offset of what is wrong', () => {
    const text = svg('<g/><script/>');
    expect(faultInSvg(text)?.at).toBe(text.indexOf('<script'));
  });
});
