/** Why a question could not be answered. It is thrown within the room and becomes an answer at its door. */
export class NotDecided extends Error {
  /** What could not be worked out: an operator as policies write it, or a budget. */
  readonly what: string;

  constructor(what: string, message: string) {
    super(message);
    this.what = what;
  }
}
