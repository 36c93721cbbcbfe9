/**
 * Writes a path as steps from point to point, in tenths, which takes half the space of coordinates and compresses well, since times are mostly even. Rounding
 * errors do not add up: every step starts where the rounded one before it ended.
 */
export class RelativePath {
  #text = '';
  #x = 0;
  #y = 0;

  moveTo(x: number, y: number): void {
    [this.#x, this.#y] = [Math.round(x * 10), Math.round(y * 10)];
    this.#text += `M${this.#x / 10} ${this.#y / 10}l`;
  }

  lineTo(x: number, y: number): void {
    const [nextX, nextY] = [Math.round(x * 10), Math.round(y * 10)];
    const separator = this.#text.endsWith('l') ? '' : ' ';
    this.#text += `${separator}${(nextX - this.#x) / 10} ${(nextY - this.#y) / 10}`;
    [this.#x, this.#y] = [nextX, nextY];
  }

  toString(): string {
    return this.#text;
  }
}
