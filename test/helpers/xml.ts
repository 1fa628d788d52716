/** An element of an XML document, without its text. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
}

/** A small XML parser: strict about what JUnit reports use, and ignorant of everything else. */
export function parseXml(xml: string): Element {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const root: Element = { name: '', attributes: {}, children: [] };
  const open = [root];
  for (const [token, closing, name, attributes, empty] of body.matchAll(TOKEN)) {
    const around = open.at(-1);
    if (!around) throw new Error(`\`${token}\` stands outside of the document`);
    if (name === undefined) checkText(token);
    else if (closing) checkClosing(open.pop()?.name, name);
    else {
      const element = { name, attributes: readAttributes(attributes ?? ''), children: [] };
      around.children.push(element);
      if (!empty) open.push(element);
    }
  }
  if (open.length !== 1 || !root.children[0]) throw new Error('the document is not closed');
  return root.children[0];
}

const TOKEN = /<(\/?)([A-Za-z-]+)((?: [A-Za-z]+="[^"<]*")*)(\/?)>|[^<]+|</g;

function readAttributes(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/ ([A-Za-z]+)="([^"]*)"/g)].map(([, name = '', value = '']) => {
    checkText(value);
    return [name, plainText(value)] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size < pairs.length)
    throw new Error(`an attribute stands twice in ${text}`);
  return Object.fromEntries(pairs);
}

/** XML 1.0 has no way to write these characters at all. */
function checkText(text: string): void {
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|<|&(?!(?:amp|lt|gt|quot|#\d+);)/.test(text))
    throw new Error(`\`${text}\` is no XML text`);
}

function checkClosing(opened: string | undefined, closed: string): void {
  if (opened !== closed) throw new Error(`\`${opened}\` is closed by \`${closed}\``);
}

function plainText(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };
  return text.replaceAll(/&(#?)(\w+);/g, (_, isCode: string, name: string) =>
    isCode ? String.fromCodePoint(Number(name)) : (named[name] ?? ''),
  );
}
