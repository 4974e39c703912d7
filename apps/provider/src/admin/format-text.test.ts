import { describe, expect, it } from 'vitest'
import { formatText } from './format-text.ts'

describe(formatText, () => {
  it('prints a record as lines and a list as a table', () => {
    expect(formatText({ name: 'A', scopes: ['x', 'y'], none: null })).toBe(
      'name    A\nscopes  x y\nnone    -',
    )
    expect(
      formatText({
        users: [
          { id: 1, email: 'a@b' },
          { id: 22, email: 'c@d' },
        ],
      }),
    ).toBe('id  email\n1   a@b\n22  c@d')
    expect(formatText({ users: [] })).toBe('(none)')
  })

  it('removes control characters from a name, so that it cannot control the terminal', () => {
    expect(formatText({ name: '\u001b[31mred\u0007' })).toBe('name  ?[31mred?')
  })
})
