const DAY = 86_400_000n;

/** The milliseconds since 1970 that a text such as `2024-02-29` or `2024-02-29T12:00:00.000+0100` stands for. */
export function parseDateTime(text: string): bigint | undefined {
  const match =
    /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d):(\d\d)(?:\.(\d{3}))?(?:Z|([+-])(\d\d)(\d\d)))?$/.exec(text);
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, milli = 0] = match
    .slice(1, 8)
    .map((part) => Number(part ?? 0));
  const [offsetHour, offsetMinute] = [Number(match[9] ?? 0), Number(match[10] ?? 0)];
  if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || offsetHour > 23 || offsetMinute > 59) return undefined;
  const offset = (offsetHour * 60 + offsetMinute) * (match[8] === '-' ? -1 : 1);
  const inDay = ((hour * 60 + minute - offset) * 60 + second) * 1000 + milli;
  return BigInt(daysBefore(year, month) + day - 1) * DAY + BigInt(inDay);
}

/** In the form that {@link parseDateTime} reads; `undefined` for years that have no four digits. */
export function printDateTime(value: bigint): string | undefined {
  const inDay = ((value % DAY) + DAY) % DAY;
  const days = Number((value - inDay) / DAY);
  const year = yearOf(days);
  if (year === undefined) return undefined;
  const month = MONTHS.findLast((candidate) => daysBefore(year, candidate) <= days) ?? 1;
  const date = [pad(year, 4), pad(month, 2), pad(days - daysBefore(year, month) + 1, 2)].join('-');
  const seconds = Number(inDay / 1000n);
  const time = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) =>
    pad(part, 2),
  );
  return `${date}T${time.join(':')}.${pad(Number(inDay % 1000n), 3)}Z`;
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

function yearOf(days: number): number | undefined {
  const guess = Math.floor((days - daysBefore(0, 1)) / 365.2425);
  const year = [guess - 1, guess, guess + 1].findLast((candidate) => daysBefore(candidate, 1) <= days);
  return year !== undefined && year >= 0 && year <= 9999 ? year : undefined;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return isLeap(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Days from the beginning of 1970 to the beginning of a month. */
function daysBefore(year: number, month: number): number {
  const before = year - 1;
  const leapDays = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const toYear = before * 365 + leapDays - DAYS_TO_1970;
  return MONTHS.slice(0, month - 1).reduce((sum, passed) => sum + daysIn(year, passed), toYear);
}

/** From the beginning of the year 1. */
const DAYS_TO_1970 = 719_162;

/** The first and the last moment, in milliseconds since 1970, that {@link printDateTime} has a text for. */
export const FIRST_DATE = BigInt(daysBefore(0, 1)) * DAY;
export const LAST_DATE = BigInt(daysBefore(10_000, 1)) * DAY - 1n;
