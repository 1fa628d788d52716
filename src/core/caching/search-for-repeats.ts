/** Whether it is worth while to look for something that was there before. */
export interface SearchForRepeats {
  readonly isResting: () => boolean;
  readonly note: (wasKnown: boolean) => void;
}

/** After so many in a row that were like none before, only one of some is looked at, until one repeats. */
const IN_VAIN = 500;
const ONE_OF = 16;

/** Where nothing repeats, looking for what does would only make every answer later. */
export function searchForRepeats(): SearchForRepeats {
  let inVain = 0;
  return {
    isResting: () => {
      if (inVain < IN_VAIN) return false;
      inVain += 1;
      return (inVain - 1 - IN_VAIN) % ONE_OF !== 0;
    },
    note: (wasKnown) => {
      if (wasKnown) inVain = 0;
      else if (inVain < IN_VAIN) inVain += 1;
    },
  };
}
