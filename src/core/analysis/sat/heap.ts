/** Numbers from 0 on, the one with the highest score first. */
export class Heap {
  readonly #scores: readonly number[];
  readonly #items: number[] = [];
  readonly #places: number[] = [];

  /** `scores` may grow and change; tell of each score that grew by {@link raised}. */
  constructor(scores: readonly number[]) {
    this.#scores = scores;
  }

  add(item: number): void {
    if ((this.#places[item] ?? -1) >= 0) return;
    this.#items.push(item);
    this.#up(this.#items.length - 1, item);
  }

  raised(item: number): void {
    const place = this.#places[item] ?? -1;
    if (place >= 0) this.#up(place, item);
  }

  take(): number | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (first === undefined || last === undefined) return undefined;
    this.#places[first] = -1;
    if (this.#items.length > 0) this.#down(last);
    return first;
  }

  #up(from: number, item: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = this.#items[above] ?? 0;
      if (this.#score(item) <= this.#score(parent)) break;
      this.#put(place, parent);
      place = above;
    }
    this.#put(place, item);
  }

  #down(item: number): void {
    let place = 0;
    for (let below = 1; below < this.#items.length; below = 2 * place + 1) {
      const right = this.#items[below + 1];
      const left = this.#items[below] ?? 0;
      const child = right !== undefined && this.#score(right) > this.#score(left) ? right : left;
      if (this.#score(child) <= this.#score(item)) break;
      this.#put(place, child);
      place = child === left ? below : below + 1;
    }
    this.#put(place, item);
  }

  #put(place: number, item: number): void {
    this.#items[place] = item;
    this.#places[item] = place;
  }

  #score(item: number): number {
    return this.#scores[item] ?? 0;
  }
}
