/** An instruction of a Dockerfile. */
export interface Instruction {
  name: string;
  /** Options such as `--from=x`. */
  options: Readonly<Record<string, string>>;
  /** What follows them, on one line. */
  rest: string;
}

/** A stage of a Dockerfile: what it begins with, its name, and its instructions. */
export interface Stage {
  from: string;
  name: string;
  instructions: readonly Instruction[];
}

/** Instructions whose first word may be an option. */
const WITH_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  COPY: ['from'],
  HEALTHCHECK: ['interval', 'timeout', 'start-period', 'retries'],
};

/** The stages of a Dockerfile, in their order. Throws an error if something stands before the first. */
export function parseDockerfile(text: string): Stage[] {
  const stages: { from: string; name: string; instructions: Instruction[] }[] = [];
  // A comment may stand between the lines of an instruction.
  const lines = text.replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '');
  for (const line of lines.split('\n')) {
    if (line.trim() === '') continue;
    const [, name = '', after = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') {
      const [, from, as] = /^(\S+) AS (\S+)$/.exec(after) ?? [];
      if (from === undefined || as === undefined) throw new Error(`a stage without a name: ${line}`);
      stages.push({ from, name: as, instructions: [] });
      continue;
    }
    const stage = stages.at(-1);
    if (name === '' || !stage) throw new Error(`not an instruction that is known here: ${line}`);
    const { options, rest } = splitOptions(name, after);
    stage.instructions.push({ name, options, rest });
  }
  return stages;
}

function splitOptions(name: string, text: string): Pick<Instruction, 'options' | 'rest'> {
  const options: Record<string, string> = {};
  let rest = text;
  for (let found = /^--([\w-]+)=(\S+)\s+/.exec(rest); found; found = /^--([\w-]+)=(\S+)\s+/.exec(rest)) {
    const [whole, option = '', value = ''] = found;
    if (!WITH_OPTIONS[name]?.includes(option)) throw new Error(`${name} has no option --${option} that is known here`);
    options[option] = value;
    rest = rest.slice(whole.length);
  }
  if (rest.startsWith('--')) throw new Error(`${name} has an option that is not known here: ${rest}`);
  return { options, rest };
}
