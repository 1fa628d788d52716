/** What a glob is made of. */
type GlobPart =
  /** A character that stands for itself. */
  | { readonly type: 'text'; readonly text: string }
  /** `?`. */
  | { readonly type: 'one' }
  /** `*`: any characters; at least one where it is a whole segment. */
  | { readonly type: 'run'; readonly least: 0 | 1 }
  /** `**` and a slash behind it: any segments, or none. */
  | { readonly type: 'segments' }
  /** A slash and `**` at the end: anything below, or nothing. */
  | { readonly type: 'below' }
  /** `**` and nothing else. */
  | { readonly type: 'all' }
  /** A slash that may be there at the end. */
  | { readonly type: 'slash' };

/**
 * Whether values match a glob. Only `*`, `**` and `?` are special: paths and names are full of braces and brackets that stand for themselves.
 * In a path `*` and `?` end at a slash. It goes once through the value for each part of the glob, whatever the two are: of a regular
 * expression with many stars nobody knows when it ends.
 */
export function globMatcher(
  glob: string,
  { isPath, ignoresCase }: { readonly isPath: boolean; readonly ignoresCase: boolean },
): (value: string) => boolean {
  const cased = (text: string) => (ignoresCase ? text.toLowerCase() : text);
  const parts = isPath ? pathParts(cased(glob)) : textParts(cased(glob));
  const ends = isPath ? '/' : '';
  return (value) => isMatch(parts, [...cased(value)], ends);
}

function textParts(glob: string): GlobPart[] {
  return [...glob.replaceAll(/\*+/g, '*')].map((text): GlobPart => {
    if (text === '*') return { type: 'run', least: 0 };
    return text === '?' ? { type: 'one' } : { type: 'text', text };
  });
}

function pathParts(glob: string): GlobPart[] {
  const segments = glob.split('/');
  const parts: GlobPart[] = [];
  for (const [index, segment] of segments.entries()) {
    const isLast = index === segments.length - 1;
    if (segment === '**' && !isLast) parts.push({ type: 'segments' });
    else if (segment === '**' && index > 0 && parts.length > 1) parts.splice(-1, 1, { type: 'below' });
    else if (segment === '**') parts.push({ type: 'all' });
    else {
      parts.push(...(/^\*+$/.test(segment) ? [WHOLE_SEGMENT] : textParts(segment)));
      if (!isLast) parts.push({ type: 'text', text: '/' });
      else if (segment.endsWith('*')) parts.push({ type: 'slash' });
    }
  }
  return parts;
}

const WHOLE_SEGMENT: GlobPart = { type: 'run', least: 1 };

/** GlobPlaces in a value, from its beginning to behind its end: those that a glob may have come to. */
type GlobPlaces = readonly boolean[];

function isMatch(parts: readonly GlobPart[], value: readonly string[], ends: string): boolean {
  let at: GlobPlaces = [true, ...value.map(() => false)];
  for (const part of parts) at = after(part, at, value, ends);
  return at.at(-1) === true;
}

function after(part: GlobPart, at: GlobPlaces, value: readonly string[], ends: string): GlobPlaces {
  /** Those behind one more character of the kind. */
  const stepped = (from: GlobPlaces, fits: (character: string) => boolean): GlobPlaces =>
    from.map((_, place) => from[place - 1] === true && fits(value[place - 1] ?? ''));
  const isNoEnd = (character: string) => character !== ends;
  const isSlash = (character: string) => character === '/';
  switch (part.type) {
    case 'text':
      return stepped(at, (character) => character === part.text);
    case 'one':
      return stepped(at, isNoEnd);
    case 'run':
      return spread(part.least === 0 ? at : stepped(at, isNoEnd), value, isNoEnd);
    case 'segments': {
      const anywhere = stepped(
        spread(at, value, () => true),
        isSlash,
      );
      return at.map((isHere, place) => isHere || anywhere[place] === true);
    }
    case 'below': {
      const inside = spread(stepped(at, isSlash), value, () => true);
      return at.map((isHere, place) => isHere || inside[place] === true);
    }
    case 'all':
      return spread(at, value, () => true);
    case 'slash': {
      const behind = stepped(at, isSlash);
      return at.map((isHere, place) => isHere || behind[place] === true);
    }
  }
}

/** Those behind any number of characters of the kind. */
function spread(at: GlobPlaces, value: readonly string[], fits: (character: string) => boolean): GlobPlaces {
  let isOpen = false;
  return at.map((isHere, place) => {
    isOpen = isHere || (isOpen && fits(value[place - 1] ?? ''));
    return isOpen;
  });
}
