import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './secret-text.ts'

describe(withoutSecrets, () => {
  it.each([
    ["Province 'hat_Zm9vYmFyYmF6cXV4Zm9v' could not be found.", "Province '[removed]' could not be found."],
    ['hpt_0123456789abcdef', '[removed]'],
    ['two hac_0123456789abcdef, hrt_0123456789abcdef', 'two [removed], [removed]'],
    ['hat_short stays', 'hat_short stays'],
    ["The token needs business:read for 'business'.", "The token needs business:read for 'business'."],
    ['what_is_this_name_that_is_rather_long', 'what_is_this_name_that_is_rather_long'],
  ])('removes only secrets from: %s', (text, expected) => {
    expect(withoutSecrets(text)).toBe(expected)
  })
})
