import { existsSync } from 'node:fs'

/** Programs that every Linux and macOS has; `script` and `setsid` exist on every Linux. */
export const BASE_PROGRAMS: readonly string[] = [
  ...'basename cat chmod cp cut dirname env expr grep head id ln locale ls mkdir mktemp mv readlink rm'.split(
    ' ',
  ),
  ...'sed sh sleep sort stty tail tar touch tr true uname wc xargs'.split(' '),
  ...(process.platform === 'linux' ? ['script', 'setsid'] : []),
]
/**
 * Programs that fetch other programs: npm is required, the others are looked up before use. Also git, which lists the changes
 * of a checkout for `npm run test:changed`.
 */
const FETCHING_PROGRAMS = ['apt-get', 'brew', 'dpkg', 'git', 'npm', 'npx', 'sudo']

/** Returns the path of one of {@link BASE_PROGRAMS}; undefined if this system lacks it. */
export function findBaseProgram(name: string): string | undefined {
  return [`/usr/bin/${name}`, `/bin/${name}`].find((path) => existsSync(path))
}

/**
 * Returns the path to start for `command`: a path unchanged, or the full path of a program that every system has.
 * @throws Error for any other bare name, which only some machines would find
 */
export function startable(command: string): string {
  if (command.includes('/') || FETCHING_PROGRAMS.includes(command)) return command
  const path = BASE_PROGRAMS.includes(command) ? findBaseProgram(command) : undefined
  if (path !== undefined) return path
  throw new Error(`"${command}" is not on every machine. Provide it: see tools/machine/debian-programs.ts.`)
}
