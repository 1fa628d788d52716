/** Letters that do not fall apart into a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ẞ: 'Ss',
  Æ: 'Ae',
  Œ: 'Oe',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'Th',
  Ł: 'L',
};

/** The text with Latin letters as English has them: `Große Übersicht` gives `Grosse Ubersicht`. Other letters stay. */
export function plainLetters(text: string): string {
  return text
    .replaceAll(/[ßæœøđðþłıẞÆŒØĐÐÞŁ]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
}
