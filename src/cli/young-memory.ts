import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8 from making ever more room for new values. Where ten thousands of fixtures are made and kept, that room would be larger than all
 * that is kept, and collecting more often costs nothing that can be measured. With fewer fixtures it would cost time, and gain little.
 */
export function keepYoungMemorySmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
