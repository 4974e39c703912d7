import { expect, it } from 'vitest'
import { html } from '#html/html.ts'
import { faultAttributes } from './partials.ts'

const FAULTS = [{ fieldId: 'name', message: 'Enter a name' }]

it.each([
  ['neither hint nor fault', 'other', {}, ''],
  ['a hint', 'other', { hasHint: true }, 'aria-describedby="other-hint"'],
  ['a fault', 'name', {}, 'aria-invalid="true" aria-describedby="name-fault"'],
  ['both', 'name', { hasHint: true }, 'aria-invalid="true" aria-describedby="name-hint name-fault"'],
])('a field with %s has the right ARIA attributes', (_, fieldId, options, written) => {
  expect(String(html`${faultAttributes(fieldId, FAULTS, options)}`)).toBe(written)
})
