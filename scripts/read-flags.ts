import { basename, dirname } from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';

/** The flags of a script. With `--help`, or one that it does not take, the script ends and says which it takes. */
export function readFlags<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  if (process.argv.includes('--help')) {
    process.stdout.write(`${usageOf(config)}\n`);
    process.exit(0);
  }
  try {
    return parseArgs(config);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usageOf(config)}\n`);
    process.exit(2);
  }
}

function usageOf({ options = {}, allowPositionals = false }: ParseArgsConfig): string {
  const [, script = ''] = process.argv;
  const flags = Object.entries(options).map(([name, { type }]) =>
    type === 'boolean' ? `[--${name}]` : `[--${name} <value>]`,
  );
  const rest = allowPositionals ? ['[...]'] : [];
  return ['usage: node', `${basename(dirname(script))}/${basename(script)}`, ...flags, ...rest].join(' ');
}
