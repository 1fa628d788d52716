/** Words in front of what is identified, that tell it from another one of the kind, or say that something comes from there or goes there. */
export const SIDE =
  /^(to|into|from|other|another|second|target|destination|dest|source|src|origin|new|old|parent|original|duplicate|winning|losing|surviving|depends on|blocked by|linked|related) /;

/** Such a word alone: the thing is of the kind that the path speaks of. */
export const SIDE_ALONE =
  /^(to|into|from|other|target|destination|source|origin|parent|original|duplicate|winner|loser|survivor|successor|replacement)$/;
