import { expect, it } from 'vitest'
import { html } from '#html/html.ts'
import { faultAttributes } from './partials.ts'

const FAULTS = [{ fieldId: 'name', message: 'Enter a name' }]

it.each([
  ['neither hint nor fault', 'other', {}, '<input  />'],
  ['a hint', 'other', { hasHint: true }, '<input aria-describedby="other-hint" />'],
  ['a fault', 'name', {}, '<input aria-invalid="true" aria-describedby="name-fault" />'],
  ['both', 'name', { hasHint: true }, '<input aria-invalid="true" aria-describedby="name-hint name-fault" />'],
])('a field with %s is described by what stands beside it', (_, fieldId, options, written) => {
  expect(String(html`<input ${faultAttributes(fieldId, FAULTS, options)} />`)).toBe(written)
})
