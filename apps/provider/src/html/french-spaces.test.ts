import { describe, expect, it } from 'vitest'
import { withFrenchSpaces } from './french-spaces.ts'

describe(withFrenchSpaces, () => {
  it('prevents a line break before a punctuation mark and inside quotation marks', () => {
    expect(withFrenchSpaces('<h1>Quel compte ?</h1>')).toBe('<h1>Quel compte\u00A0?</h1>')
    expect(withFrenchSpaces('<p>Dire « plus tard » ; <b>ensuite</b> : oui</p>')).toBe(
      '<p>Dire «\u00A0plus tard\u00A0»\u00A0; <b>ensuite</b>\u00A0: oui</p>',
    )
  })

  it('leaves typed text and attributes unchanged', () => {
    for (const typed of [
      '<input value="Thé ? Non : café" />',
      '<textarea name="a">un : deux ; « trois »</textarea>',
    ]) {
      expect(withFrenchSpaces(typed)).toBe(typed)
    }
  })
})
