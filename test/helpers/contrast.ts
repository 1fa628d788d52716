/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/** Every text that can be seen and stands out less from what is behind it than WCAG AA asks for (4.5 to 1). */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [r = 0, g = 0, b = 0] = numbers(color).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const behind = (element: Element | null): string => {
      if (!element) return 'rgb(255, 255, 255)';
      const { backgroundColor } = getComputedStyle(element);
      return numbers(backgroundColor)[3] === 0 ? behind(element.parentElement) : backgroundColor;
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const faint = new Set<string>();
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const text = walker.currentNode.textContent?.trim() ?? '';
      if (!element || text === '' || !element.checkVisibility() || element.closest('script, style')) continue;
      const [dark = 0, light = 0] = [
        luminance(getComputedStyle(element).color),
        luminance(behind(element)),
      ].sort((a, b) => a - b);
      const ratio = (light + 0.05) / (dark + 0.05);
      if (ratio < 4.5) faint.add(`${ratio.toFixed(2)} ${element.className} ${text.slice(0, 40)}`);
    }
    return [...faint];
  });
}
