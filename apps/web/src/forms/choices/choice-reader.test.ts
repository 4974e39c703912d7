import { describe, expect, it, vi } from 'vitest'
import { createChoiceReader } from './choice-reader.ts'
import { findChoices, type Choice } from './choices.ts'

const choice = (name: string): Choice => ({ id: name, name })
const PAGES = ['Ash', 'Birch', 'Fern', 'Oak', 'Yew'].map((name) => [choice(name)])

/** Fakes a provider that answers when the test allows it. */
function slowProvider() {
  const asked: {
    readonly page: number
    readonly answer: (choices: readonly Choice[] | undefined) => void
  }[] = []
  const reader = createChoiceReader({ pageCount: 5, pages: new Map([[1, PAGES[0] ?? []]]) }, (page) => {
    const { promise, resolve } = Promise.withResolvers<readonly Choice[] | undefined>()
    asked.push({ page, answer: resolve })
    return promise
  })
  const answerNext = async (isThere = true) => {
    const call = asked.at(-1)
    call?.answer(isThere ? PAGES[call.page - 1] : undefined)
    await Promise.resolve()
    await Promise.resolve()
  }
  return { reader, asked, answerNext, pages: () => asked.map(({ page }) => page) }
}

describe('a list that is read page by page on demand', () => {
  it('reads one page at a time, next the one for the last search text', async () => {
    const { reader, answerNext, pages } = slowProvider()
    reader.seek('yew')
    reader.seek('birch')
    expect(pages()).toEqual([3])
    expect(reader.known().isReading).toBe(true)
    await answerNext()
    expect(pages()).toEqual([3, 2])
  })

  it('keeps loaded pages if the answer to an older search text arrives late', async () => {
    const { reader, answerNext } = slowProvider()
    reader.seek('fern')
    reader.seek('yew')
    await answerNext()
    await answerNext()
    await answerNext()
    await answerNext()
    expect(reader.known()).toMatchObject({ isReading: false, hasFailed: false })
    expect(findChoices(reader.known(), 'yew').offered).toEqual([choice('Yew')])
    expect(findChoices(reader.known(), '').count).toBe(5)
  })

  it('reports a failed page, keeps the others, and retries on request', async () => {
    const { reader, asked, answerNext } = slowProvider()
    const told = vi.fn<() => void>()
    const leave = reader.subscribe(told)
    reader.seek('oak')
    await answerNext(false)
    expect(reader.known()).toMatchObject({ isReading: false, hasFailed: true })
    expect(findChoices(reader.known(), '').count).toBe(1)
    reader.seek('oak')
    expect(reader.known()).toMatchObject({ isReading: true, hasFailed: false })
    expect(asked).toHaveLength(2)
    const before = told.mock.calls.length
    leave()
    await answerNext()
    expect(told).toHaveBeenCalledTimes(before)
  })

  it('sends no request for pages that are already known', () => {
    const reader = createChoiceReader({ pageCount: 1, pages: new Map([[1, [choice('Fern')]]]) }, () => {
      throw new Error('asked')
    })
    reader.seek('oak')
    expect(reader.known().isReading).toBe(false)
  })
})
