import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bin, program, ROOT } from '../step.ts'

const SETTINGS = join(ROOT, '.prettierrc.json')

/**
 * Checks that every file is formatted by Prettier. oxfmt reads Prettier's settings and takes one second of processor time, where
 * Prettier takes thirty. Prettier decides about files that oxfmt would change.
 *
 * @param folder The folder whose files are checked.
 * @returns The faults; empty if there are none.
 */
export async function findFormatFaults(folder: string): Promise<string> {
  const fast = await program(bin('oxfmt'), ['--config', SETTINGS, '--list-different', '.'], {}, folder)
  if (fast.code === 0) return ''
  const lines = fast.output.trim().split('\n')
  // Any other output is reported unchanged: a file that cannot be read, an unknown setting.
  if (!lines.every((line) => existsSync(join(folder, line)))) return fast.output
  const exact = await program(bin('prettier'), ['--config', SETTINGS, '--check', ...lines], {}, folder)
  return exact.code === 0 ? '' : exact.output
}

if (import.meta.main) {
  const faults = await findFormatFaults(ROOT)
  if (faults !== '') console.error(faults)
  process.exitCode = faults === '' ? 0 : 1
}
