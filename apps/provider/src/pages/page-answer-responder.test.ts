import { beforeEach, describe, expect, it } from 'vitest'
import { createUnchangingBodies } from './page-answer-responder.ts'

let packed: string[]
beforeEach(() => {
  packed = []
})
const pack = (text: string) => {
  packed.push(text)
  return Buffer.from(`packed ${text}`)
}

describe(createUnchangingBodies, () => {
  it('compresses a repeated page at most twice per encoding', () => {
    const bodies = createUnchangingBodies({ packs: { br: pack, gzip: pack }, digest: (text) => text })
    const answers = Array.from({ length: 5 }, () => bodies('br', { text: 'help' }).toString())
    expect(answers).toEqual(Array.from({ length: 5 }, () => 'packed help'))
    expect(packed).toEqual(['help', 'help'])
    bodies('gzip', { text: 'help' })
    expect(packed).toHaveLength(3)
  })

  it('caches no page that differs each time, and evicts the oldest cached page', () => {
    const bodies = createUnchangingBodies({ packs: { br: pack, gzip: pack }, digest: (text) => text })
    bodies('br', { text: 'help' })
    bodies('br', { text: 'help' })
    for (let token = 0; token < 3_000; token += 1) bodies('br', { text: `form ${token}` })
    expect(packed).toHaveLength(3_002)
    bodies('br', { text: 'help' })
    expect(packed).toHaveLength(3_002)
    for (let page = 0; page < 128; page += 1) bodies('br', { text: `page ${Math.floor(page / 2)}` })
    bodies('br', { text: 'help' })
    expect(packed.at(-1)).toBe('help')
  })
})
