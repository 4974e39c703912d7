const CR = 13

/**
 * Parses the first command of `buffer`, when all of it has arrived.
 *
 * @see Redis serialization protocol (RESP 2): a command is an array of bulk strings
 */
export function readCommand(
  buffer: Buffer,
): { readonly words: readonly string[]; readonly bytes: number } | undefined {
  let at = 0
  const readNumber = (mark: string): number | undefined => {
    const end = buffer.indexOf(CR, at)
    if (end < 0 || end + 1 >= buffer.length) return undefined
    const text = buffer.toString('latin1', at, end)
    if (!text.startsWith(mark)) throw new Error(`Not a command: ${text.slice(0, 20)}`)
    at = end + 2
    return Number(text.slice(1))
  }
  const length = readNumber('*')
  if (length === undefined) return undefined
  const words: string[] = []
  for (let index = 0; index < length; index += 1) {
    const bytes = readNumber('$')
    if (bytes === undefined || at + bytes + 2 > buffer.length) return undefined
    words.push(buffer.toString('latin1', at, at + bytes))
    at += bytes + 2
  }
  return { words, bytes: at }
}
