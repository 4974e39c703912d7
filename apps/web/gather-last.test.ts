import { describe, expect, it } from 'vitest'
import { gatherLast } from './gather-last.ts'

const FORCED = '@media (forced-colors:active)'

describe(gatherLast, () => {
  it('moves the rules for wide pages, forced colours and paper to the end, in this order, with one block per condition', () => {
    const css = `@media (width>=1000px){a{x:0}}a{x:1}${FORCED}{a{x:2}b{x:3}}@media print{a{x:4}}c{x:5}${FORCED}{c{x:6}}@media (width>=1px){a{x:7}}`
    expect(gatherLast(css)).toBe(
      `a{x:1}c{x:5}@media (width>=1px){a{x:7}}@media (width>=1000px){a{x:0}}${FORCED}{a{x:2}b{x:3}c{x:6}}@media print{a{x:4}}`,
    )
  })

  it('leaves styles without such rules unchanged, and rules with combined conditions', () => {
    const css = 'a{x:1}@media print,(forced-colors:active){a{x:2}}'
    expect(gatherLast(css)).toBe(css)
  })

  it('throws for CSS with an unclosed block', () => {
    expect(() => gatherLast('@media print{a{x:1}')).toThrow('without an end')
  })
})
