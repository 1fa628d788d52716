import { fitMiddle, fitText, widthOf } from './line.ts';

/**
 * A call at exactly this width, written as `PUT /campaigns/c1 as ana`, with or without a body behind it: the body is cut first, then the path in
 * its middle, and who calls last.
 */
export function fitCall(text: string, width: number): string {
  const [, call = text, who = '', body = ''] = /^(.*?)( as [^{[]*)([{[].*)?$/s.exec(text) ?? [];
  const ofCall = Math.min(widthOf(call), Math.max(LEAST_CALL, width - widthOf(who)));
  return fitText(`${fitMiddle(call, ofCall)}${who}${body}`, width);
}

/** The method, and something of its path. */
const LEAST_CALL = 10;
