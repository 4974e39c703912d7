import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { readAnswer } from './answer-client.ts'

type Body = Parameters<typeof readAnswer>[0]
const MOST_BYTES = 1_048_576

/** Returns an answer that is received in these chunks. */
const inPieces = (...pieces: readonly Buffer[]) => Readable.from(pieces) as unknown as Body
const spaces = (bytes: number) => Buffer.alloc(bytes, ' ')

describe(readAnswer, () => {
  it('joins the chunks before it decodes text, so that no character is cut in two', async () => {
    const bytes = Buffer.from('{"name":"Börse"}')
    expect(await readAnswer(inPieces(bytes.subarray(0, 10), bytes.subarray(10)))).toBe('{"name":"Börse"}')
    expect(await readAnswer(inPieces())).toBe('')
  })

  it('reads up to one mebibyte, in one chunk or several, and no more', async () => {
    expect(await readAnswer(inPieces(spaces(MOST_BYTES)))).toHaveLength(MOST_BYTES)
    expect(await readAnswer(inPieces(spaces(MOST_BYTES - 1), spaces(1)))).toHaveLength(MOST_BYTES)
    for (const pieces of [[spaces(MOST_BYTES + 1)], [spaces(MOST_BYTES), spaces(1)]])
      await expect(readAnswer(inPieces(...pieces))).rejects.toThrow('answer too long')
  })

  it('stops reading an answer that is too long', async () => {
    let fetched = 0
    async function* withoutEnd() {
      for (;;) {
        fetched += 1
        yield spaces(MOST_BYTES)
      }
    }
    await expect(readAnswer(withoutEnd() as unknown as Body)).rejects.toThrow('answer too long')
    expect(fetched).toBe(2)
  })
})
