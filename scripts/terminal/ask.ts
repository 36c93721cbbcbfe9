import { createInterface } from 'node:readline/promises';
import { forTerminal } from '../../src/problems/text-position.ts';

/** A question with one line as its answer. */
export interface Question<T> {
  text: string;
  /** The default, as it is shown. */
  shown: string;
  /** Reads what was typed, without blanks around it; it is empty for the default. Returns a sentence if it is not an answer. */
  read(typed: string): { answer: T } | string;
}

/** Thrown if the person ends the questions, with Ctrl-C or by closing the input. */
export class Cancelled extends Error {}

export interface Asking {
  /** Asks until there is an answer. Throws `Cancelled`. */
  ask<T>(question: Question<T>): Promise<T>;
  /** Gives the terminal back. */
  close(): void;
}

/** Asks a person who types into `input` and reads `output`. */
export function askingOn(input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Asking {
  const lines = createInterface({ input, output });
  const cancelled = new Promise<never>((_, reject) => lines.once('close', () => reject(new Cancelled())));
  // Closing is an error only while a question waits.
  cancelled.catch(() => {});
  lines.on('SIGINT', () => lines.close());
  return {
    async ask({ text, shown, read }) {
      for (;;) {
        const asked = lines.question(`${forTerminal(`${text} (${shown}):`)} `);
        const result = read((await Promise.race([asked, cancelled])).trim());
        if (typeof result !== 'string') return result.answer;
        output.write(`${forTerminal(result)}\n`);
      }
    },
    close: () => lines.close(),
  };
}
