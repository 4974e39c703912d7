import { readFile } from 'node:fs/promises'

/** Reads the statements of an SQL file. Each ends with a semicolon before an empty line or the end of the file. */
export async function readStatements(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8')
  return text.trimEnd().replace(/;$/, '').split(/;\n\n/)
}
