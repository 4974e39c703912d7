import { describe, expect, it } from 'vitest'
import { createStatementUse } from './statement-use.ts'

describe('the use of statements', () => {
  const open = () => {
    let nowMs = 0
    return { use: createStatementUse(() => nowMs), pass: (ms: number) => void (nowMs += ms) }
  }

  it('makes a person heavy beyond one second, and light again as a tenth of the time is forgiven', () => {
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

  it('forgives any use in twenty seconds', () => {
    const { use, pass } = open()
    use.add('ada', 3_600_000)
    pass(19_990)
    expect(use.isHeavy('ada')).toBe(true)
    pass(10)
    expect(use.isHeavy('ada')).toBe(false)
  })
})
