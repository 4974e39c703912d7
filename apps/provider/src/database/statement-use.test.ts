import { describe, expect, it } from 'vitest'
import { createStatementUse } from './fair-turns.ts'

describe('the use of statements', () => {
  const open = () => {
    let nowMs = 0
    return { use: createStatementUse(() => nowMs), pass: (ms: number) => void (nowMs += ms) }
  }

  it('marks a person as heavy above one second, and forgives a tenth of the elapsed time', () => {
    const { use, pass } = open()
    use.add('ada', 1_000)
    expect(use.isHeavy('ada')).toBe(false)
    use.add('ada', 500)
    expect([use.isHeavy('ada'), use.isHeavy('bo')]).toEqual([true, false])
    pass(4_990)
    expect(use.isHeavy('ada')).toBe(true)
    pass(10)
    expect(use.isHeavy('ada')).toBe(false)
  })

  it('is forgiven after twenty seconds, however large it was', () => {
    const { use, pass } = open()
    use.add('ada', 3_600_000)
    pass(19_990)
    expect(use.isHeavy('ada')).toBe(true)
    pass(10)
    expect(use.isHeavy('ada')).toBe(false)
  })
})
